import Reporting

/// Shows a kata's task.
struct ShowCommand: Command {
  let name = "show"
  let summary = "a kata's task, and what is judged"
  let usage = ["show ID"]
  let options: [Option] = [.katas]

  func run(_ arguments: Arguments, in session: Session) throws -> ExitCode {
    try arguments.expect(["ID"], count: 1...1, for: self)
    let folder = try session.kata(arguments.words[0], in: session.catalog(arguments))
    session.console.print(CleanText.lines(folder.readmeText))
    session.console.print(ToolWording.judged(folder.kata))
    return .success
  }
}
