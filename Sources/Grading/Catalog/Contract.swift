/// A kata's contract, parsed: what a submission must declare, member by member.
package struct Contract: Sendable, Equatable {
  /// One member that must be there.
  package enum Member: Sendable, Equatable {
    /// `init(balance: Int)`
    case initializer([Parameter])
    /// `var balance: Int { get }`
    case property(name: String, type: String, settable: Bool)
    /// `func withdraw(_ amount: Int) -> Bool`
    case method(name: String, [Parameter], returns: String?)
  }

  /// One parameter of a member.
  package struct Parameter: Sendable, Equatable {
    /// The label at the call; nil for `_`.
    package let label: String?
    /// The name inside.
    package let name: String
    /// The type, as written.
    package let type: String
  }

  /// The type's name.
  package let type: String
  /// Whether it is used on the main thread only.
  package let isOnMainThread: Bool
  /// The members with the words that declare them, in the kata's order.
  package let members: [(text: String, member: Member)]

  package static func == (left: Contract, right: Contract) -> Bool {
    left.type == right.type && left.members.map(\.text) == right.members.map(\.text)
  }

  /// Parses a kata's contract.
  ///
  /// - Throws: `ContractError` naming the member that is not understood.
  package init(_ contract: Kata.Contract) throws(ContractError) {
    type = contract.type
    isOnMainThread = contract.mainThread ?? false
    var members: [(text: String, member: Member)] = []
    for text in contract.members {
      members.append((text, try Self.member(text)))
    }
    self.members = members
    guard members.contains(where: { if case .initializer = $0.member { true } else { false } })
    else {
      throw ContractError(member: contract.type, problem: "no init to make one with")
    }
  }

  private static func member(_ text: String) throws(ContractError) -> Member {
    if text.hasPrefix("init(") {
      return .initializer(try parameters(text, from: text.firstIndex(of: "(")!).0)
    }
    if text.hasPrefix("var "), let colon = text.firstIndex(of: ":"),
      let brace = text.lastIndex(of: "{"), colon < brace
    {
      let name = text[text.index(text.startIndex, offsetBy: 4)..<colon]
      return .property(
        name: trimmed(name), type: trimmed(text[text.index(after: colon)..<brace]),
        settable: text[brace...].contains("set"))
    }
    if text.hasPrefix("func "), let open = text.firstIndex(of: "(") {
      let name = trimmed(text[text.index(text.startIndex, offsetBy: 5)..<open])
      let (parameters, end) = try parameters(text, from: open)
      let rest = trimmed(text[end...])
      if rest.isEmpty { return .method(name: name, parameters, returns: nil) }
      if rest.hasPrefix("->") {
        return .method(name: name, parameters, returns: trimmed(rest.dropFirst(2)))
      }
    }
    throw ContractError(
      member: text, problem: "not of the forms 'init(…)', 'var name: Type { get }', 'func name(…)'")
  }

  /// Splits `(label name: Type, …)` at the commas outside all brackets.
  private static func parameters(
    _ text: String, from open: String.Index
  ) throws(ContractError) -> ([Parameter], String.Index) {
    var depth = 0
    var pieces: [Substring] = []
    var start = text.index(after: open)
    var index = open
    var previous: Character = " "
    while index < text.endIndex {
      let character = text[index]
      switch character {
      case "(", "[", "<": depth += 1
      case ">" where previous == "-": break
      case ")", "]", ">": depth -= 1
      case "," where depth == 1:
        pieces.append(text[start..<index])
        start = text.index(after: index)
      default: break
      }
      if depth == 0 { break }
      previous = character
      index = text.index(after: index)
    }
    guard depth == 0, index < text.endIndex else {
      throw ContractError(member: text, problem: "its brackets do not match")
    }
    if !trimmed(text[start..<index]).isEmpty { pieces.append(text[start..<index]) }
    var parameters: [Parameter] = []
    for piece in pieces {
      guard let colon = piece.firstIndex(of: ":") else {
        throw ContractError(member: text, problem: "a parameter has no type")
      }
      let names = piece[..<colon].split(separator: " ").map(String.init)
      guard let first = names.first, let last = names.last, names.count <= 2 else {
        throw ContractError(member: text, problem: "a parameter has no name")
      }
      parameters.append(
        Parameter(
          label: first == "_" ? nil : first, name: last,
          type: trimmed(piece[piece.index(after: colon)...])))
    }
    return (parameters, text.index(after: index))
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    var text = Substring(text)
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

/// A kata's contract is not understood.
package struct ContractError: Error, CustomStringConvertible, Equatable {
  /// The member, as written.
  package let member: String
  /// What is wrong with it.
  package let problem: String

  package var description: String { "contract '\(member)': \(problem)" }
}
