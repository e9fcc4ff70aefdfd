import Grading

/// Finds the command that a command line asks for, and runs it.
struct Tool: Sendable {
  let session: Session

  /// The tool's own version.
  static let version = "0.1.0"

  /// The commands, in the order of the help.
  static let commands: [any Command] = [
    ListCommand(), ShowCommand(), HintCommand(), StartCommand(), RunCommand(), ReplayCommand(),
    GradeCommand(), GateCommand(), VerifyCommand(), DoctorCommand(), HelpCommand(),
  ]

  /// Runs `words`, and turns whatever goes wrong into one message.
  func run(_ words: [String]) -> ExitCode {
    do {
      let code = try dispatch(words)
      guard let reason = session.console.lostResults else { return code }
      session.console.complain(ToolWording.complaint(ToolWording.lostResults(reason)))
      return .fault
    } catch {
      session.console.complain(ToolWording.complaint(error))
      return Self.code(for: error)
    }
  }

  private func dispatch(_ words: [String]) throws -> ExitCode {
    guard let name = words.first else {
      session.console.complain(ToolWording.noCommand)
      return .usage
    }
    switch name {
    case "-h", "--help": return try HelpCommand().run(Arguments(), in: session)
    case "--version":
      session.console.print(ToolWording.version)
      return .success
    default: break
    }
    guard let command = Self.commands.first(where: { $0.name == name }) else {
      throw ArgumentError.unknownCommand(
        name, nearest: NearestName.to(name, among: Self.commands.map(\.name)))
    }
    let rest = Array(words.dropFirst())
    let end = rest.firstIndex(of: "--") ?? rest.endIndex
    if rest[..<end].contains(where: { $0 == "--help" || $0 == "-h" }) {
      session.console.print(HelpText.of(command))
      return .success
    }
    return try command.run(Arguments(rest, for: command), in: session)
  }

  private static func code(for error: any Error) -> ExitCode {
    switch error {
    case is ArgumentError, is SubmissionError, is TokenError, is CatalogError: .usage
    default: .fault
    }
  }
}
