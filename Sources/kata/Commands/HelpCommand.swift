/// Explains the commands.
struct HelpCommand: Command {
  let name = "help"
  let summary = "this, or more about one command"
  let usage = ["help [COMMAND]"]

  func run(_ arguments: Arguments, in session: Session) throws -> ExitCode {
    try arguments.expect(["COMMAND"], count: 0...1, for: self)
    guard let word = arguments.words.first else {
      session.console.print(HelpText.overview)
      return .success
    }
    guard let command = Tool.commands.first(where: { $0.name == word }) else {
      throw ArgumentError.unknownCommand(
        word, nearest: NearestName.to(word, among: Tool.commands.map(\.name)))
    }
    session.console.print(HelpText.of(command))
    return .success
  }
}
