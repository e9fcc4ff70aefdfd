/// One word after `kata`.
protocol Command: Sendable {
  /// The word.
  var name: String { get }
  /// What it does, in a few words.
  var summary: String { get }
  /// The ways to call it, without `kata`.
  var usage: [String] { get }
  /// What more there is to know. May be empty.
  var details: String { get }
  /// The options that it takes.
  var options: [Option] { get }

  /// Does it.
  ///
  /// - Throws: what the tool then says and ends with.
  func run(_ arguments: Arguments, in session: Session) throws -> ExitCode
}

extension Command {
  var details: String { "" }
  var options: [Option] { [] }
}
