import Foundation

/// Turns the compiler's errors about the generated glue into words about the contract.
package struct Misfit: Sendable {
  /// What was asked for.
  let contract: Contract
  /// What the submission declares.
  let declarations: [Declaration]

  /// Something that a submission declares.
  package struct Declaration: Sendable, Equatable {
    /// The names from the outside in: `["BankAccount", "withdraw(_:)"]`.
    package let path: [String]
    /// As declared: `func withdraw(_ amount: Double)`.
    package let text: String
    /// `swift.class`, `swift.struct`, `swift.method`, ….
    package let kind: String
    /// `public`, `internal`, `fileprivate`, `private`.
    package let access: String
    /// The file's name and the line, from 1; nil if the compiler does not say.
    package let place: String?

    var described: String { place.map { "\(text) (\($0))" } ?? text }
  }

  package init(contract: Contract, declarations: [Declaration]) {
    self.contract = contract
    self.declarations = declarations
  }

  /// The misfit in words, or nil if the errors are not about the contract: then the glue itself
  /// is at fault.
  ///
  /// - Parameter errors: The compiler's standard error for the glue.
  package func message(for errors: String) -> String? {
    let lines = errors.split(separator: "\n").compactMap(Self.contractError)
    guard !lines.isEmpty else { return nil }
    if type == nil { return typeMessage() }
    let members = Set(lines.map(\.line)).sorted().filter { $0 <= contract.members.count }
    guard !members.isEmpty else { return nil }
    return members.map { number in
      memberMessage(number - 1, said: lines.first { $0.line == number }?.text ?? "")
    }.joined(separator: "\n")
  }

  private var type: Declaration? {
    declarations.first {
      $0.path == [contract.type] && ["swift.class", "swift.actor"].contains($0.kind)
        && !["private", "fileprivate"].contains($0.access)
    }
  }

  private func typeMessage() -> String {
    let wanted = "this kata wants a class or an actor named \(contract.type)"
    if let same = declarations.first(where: { $0.path == [contract.type] }) {
      if ["private", "fileprivate"].contains(same.access) {
        return "\(wanted); yours is \(same.access), so nobody can use it: \(same.described)"
      }
      let kind = same.kind.replacing("swift.", with: "")
      return "\(wanted); yours is a \(kind): \(same.described)"
    }
    let found = declarations.filter { $0.path.count == 1 && Self.isType($0) }
    guard !found.isEmpty else { return "\(wanted); no type is declared" }
    return "\(wanted); found only \(found.map(\.described).joined(separator: ", "))"
  }

  private func memberMessage(_ index: Int, said: String) -> String {
    let (text, member) = contract.members[index]
    let wanted = "\(contract.type) needs '\(text)'"
    let name =
      switch member {
      case .initializer: "init"
      case .property(let name, _, _): name
      case .method(let name, _, _): name
      }
    let found = declarations.filter {
      $0.path.count == 2 && $0.path[0] == contract.type
        && $0.path[1].prefix(while: { $0 != "(" }) == name
    }
    switch found.count {
    case 0:
      return "\(wanted); there is none"
    case 1 where ["private", "fileprivate"].contains(found[0].access):
      return "\(wanted); yours is \(found[0].access): \(found[0].described)"
    case 1:
      return "\(wanted); found \(found[0].described)\n  the compiler says: \(said)"
    default:
      let list = found.map { "  \($0.described)" }.joined(separator: "\n")
      return "\(wanted); there are \(found.count) candidates, and which one is meant is not "
        + "clear:\n\(list)\n  the compiler says: \(said)"
    }
  }

  private static func isType(_ declaration: Declaration) -> Bool {
    ["swift.class", "swift.actor", "swift.struct", "swift.enum", "swift.protocol"]
      .contains(declaration.kind)
  }

  /// `contract:3:17: error: …`, taken apart.
  private static func contractError(_ text: Substring) -> (line: Int, text: String)? {
    let parts = text.split(separator: ":", maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0] == ContractSource.contractFile, let line = Int(parts[1]),
      parts[3] == " error"
    else { return nil }
    return (line, parts[4].trimmingCharacters(in: .whitespaces))
  }
}

extension Misfit.Declaration {
  /// Reads what `swift-symbolgraph-extract` wrote about a module.
  ///
  /// - Parameters:
  ///   - json: A symbol graph.
  ///   - name: Turns a file's URL into the name that reports show.
  /// - Throws: what `JSONDecoder` throws.
  static func read(symbolGraph json: Data, naming name: (String) -> String) throws -> [Self] {
    try JSONDecoder().decode(Graph.self, from: json).symbols.map { symbol in
      let place = symbol.location.map { location in
        "\(name(location.uri)):\(location.position.line + 1)"
      }
      return Self(
        path: symbol.pathComponents,
        text: (symbol.declarationFragments ?? []).map(\.spelling).joined(),
        kind: symbol.kind.displayName == "Actor" ? "swift.actor" : symbol.kind.identifier,
        access: symbol.accessLevel, place: place)
    }
  }

  private struct Graph: Decodable {
    struct Symbol: Decodable {
      struct Kind: Decodable {
        let identifier: String
        let displayName: String
      }
      struct Fragment: Decodable { let spelling: String }
      struct Location: Decodable {
        struct Position: Decodable { let line: Int }
        let uri: String
        let position: Position
      }
      let kind: Kind
      let pathComponents: [String]
      let accessLevel: String
      let declarationFragments: [Fragment]?
      let location: Location?
    }
    let symbols: [Symbol]
  }
}
