/// The generated Swift that ties a harness to a submission: neither knows the other.
package enum ContractSource {
  /// What is compiled with the harness: `Subject`, `subject(…)`, and the criteria's names.
  ///
  /// A subject is a bundle of closures, so that a member may be synchronous, `async` or isolated,
  /// and may return more than was asked for. Closures that a scenario hands over are `@Sendable`
  /// there, since the subject may call them on any thread; the contract need not say so.
  ///
  /// - Parameters:
  ///   - contract: What is asked for.
  ///   - criteria: The ids of the kata's criteria.
  ///   - imports: The modules that the contract's types come from.
  package static func harnessSide(
    _ contract: Contract, criteria: [String], imports: [String] = []
  ) -> String {
    let main = mainActor(contract)
    var stored: [String] = []
    var forwarded: [String] = []
    var makers: [String] = []
    for (index, (_, member)) in contract.members.enumerated() {
      switch member {
      case .initializer(let parameters):
        let types = parameters.map(sendableType).joined(separator: ", ")
        makers.append(
          """
          nonisolated(unsafe) public var make\(index): (\(main)@Sendable (\(types)) async -> Subject)!
          \(main)public func subject(\(declared(parameters))) async -> Subject {
            await make\(index)(\(parameters.map(\.name).joined(separator: ", ")))
          }
          """)
      case .property(let name, let type, let settable):
        stored.append("get\(index): \(main)@Sendable () async -> \(type)")
        forwarded.append("\(main)public var \(name): \(type) { get async { await get\(index)() } }")
        if settable {
          stored.append("set\(index): \(main)@Sendable (\(type)) async -> Void")
          forwarded.append(
            "\(main)public func set_\(name)(_ value: \(type)) async { await set\(index)(value) }")
        }
      case .method(let name, let parameters, let returns):
        let types = parameters.map(sendableType).joined(separator: ", ")
        let result = returns ?? "Void"
        stored.append("call\(index): \(main)@Sendable (\(types)) async -> \(result)")
        forwarded.append(
          "\(main)public func \(name)(\(declared(parameters))) async -> \(result) "
            + "{ await call\(index)(\(parameters.map(\.name).joined(separator: ", "))) }")
      }
    }
    return """
      \(lines(imports.map { "public import \($0)" }))import KataKit

      public struct Subject: SubjectReference {
        nonisolated(unsafe) public let object: AnyObject
      \(stored.map { "  let \($0)" }.joined(separator: "\n"))
        public init(\((["object: AnyObject"] + stored.map { escaping($0) }).joined(separator: ", "))) {
          self.object = object
      \(stored.map { "    self.\(name(of: $0)) = \(name(of: $0))" }.joined(separator: "\n"))
        }
      \(forwarded.map { "  " + $0 }.joined(separator: "\n"))
      }
      \(makers.joined(separator: "\n"))
      extension Criterion {
      \(criteria.map { "  static let \(camelCased($0)) = Criterion(\"\($0)\")" }
        .joined(separator: "\n"))
      }

      """
  }

  /// What is compiled against the submission: one `#sourceLocation` line a member, so that a
  /// compiler error names the member that does not fit.
  ///
  /// - Parameters:
  ///   - contract: What is asked for.
  ///   - imports: The modules that the contract's types come from.
  package static func glue(_ contract: Contract, imports: [String] = []) -> String {
    let main = mainActor(contract)
    var arguments: [String] = []
    var bindings: [String] = []
    var makers: [String] = []
    for (index, (_, member)) in contract.members.enumerated() {
      switch member {
      case .initializer(let parameters):
        makers.append(
          """
          \(location(index))  let made\(index): \(main)@Sendable (\(types(parameters))) async -> \
          \(contract.type) = { \(heads(parameters)) await \(contract.type)(\(passed(parameters))) }
            make\(index) = { \(heads(parameters)) wrap(await made\(index)(\(named(parameters)))) }
          """)
      case .property(let name, let type, let settable):
        arguments.append("get\(index)")
        bindings.append(
          "\(location(index))  let get\(index): \(main)@Sendable () async -> \(type) = "
            + "{ await object.\(name) }")
        if settable {
          arguments.append("set\(index)")
          bindings.append(
            "\(location(index))  let set\(index): \(main)@Sendable (\(type)) async -> Void = "
              + "{ object.\(name) = $0 }")
        }
      case .method(let name, let parameters, let returns):
        let call = "await object.\(name)(\(passed(parameters)))"
        let body = returns == nil ? "_ = \(call)" : "return \(call)"
        arguments.append("call\(index)")
        bindings.append(
          "\(location(index))  let call\(index): \(main)@Sendable (\(types(parameters))) async -> "
            + "\(returns ?? "Void") = { \(heads(parameters)) \(body) }")
      }
    }
    return """
      \(lines(imports.map { "import \($0)" }))import Harness
      import KataKit
      #sourceLocation(file: "\(contractFile)", line: \(typeLine))
      @testable import class Submission.\(contract.type)

      private func wrap(_ object: \(contract.type)) -> Subject {
      \(bindings.joined(separator: "\n"))
        return Subject(\((["object"] + arguments).map { "\($0): \($0)" }.joined(separator: ", ")))
      }

      @_silgen_name("randori_kata")
      public func kata() -> [Scenario] {
      \(makers.joined(separator: "\n"))
        return scenarios()
      }

      """
  }

  /// The file name that generated lines claim to be from.
  package static let contractFile = "contract"
  /// The line that stands for the type itself; member `n` is line `n + 1`.
  package static let typeLine = 1000

  /// What ties a member to the main thread, if the kata's type is used there only.
  private static func mainActor(_ contract: Contract) -> String {
    contract.isOnMainThread ? "@MainActor " : ""
  }

  private static func location(_ index: Int) -> String {
    "#sourceLocation(file: \"\(contractFile)\", line: \(index + 1))\n"
  }

  private static func declared(_ parameters: [Contract.Parameter]) -> String {
    parameters.map { parameter in
      let label = parameter.label ?? "_"
      let names = label == parameter.name ? label : "\(label) \(parameter.name)"
      return "\(names): \(sendableType(parameter))"
    }.joined(separator: ", ")
  }

  private static func lines(_ lines: [String]) -> String {
    lines.map { $0 + "\n" }.joined()
  }

  private static func sendableType(_ parameter: Contract.Parameter) -> String {
    parameter.type.hasPrefix("@escaping (")
      ? parameter.type.replacing("@escaping (", with: "@escaping @Sendable (") : parameter.type
  }

  private static func types(_ parameters: [Contract.Parameter]) -> String {
    parameters.map(sendableType).joined(separator: ", ")
  }

  private static func named(_ parameters: [Contract.Parameter]) -> String {
    parameters.map(\.name).joined(separator: ", ")
  }

  private static func heads(_ parameters: [Contract.Parameter]) -> String {
    parameters.isEmpty ? "" : "(\(named(parameters))) in"
  }

  private static func passed(_ parameters: [Contract.Parameter]) -> String {
    parameters.map { $0.label.map { label in "\(label): " } ?? "" }
      .enumerated().map { $1 + parameters[$0].name }.joined(separator: ", ")
  }

  private static func escaping(_ stored: String) -> String {
    stored.replacing(": @MainActor @Sendable", with: ": @escaping @MainActor @Sendable")
      .replacing(": @Sendable", with: ": @escaping @Sendable")
  }

  private static func name(of stored: String) -> Substring {
    stored.prefix { $0 != ":" }
  }

  private static func camelCased(_ id: String) -> String {
    let words = id.split(separator: "-")
    return words.prefix(1).joined() + words.dropFirst().map(\.capitalized).joined()
  }
}

extension Substring {
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
