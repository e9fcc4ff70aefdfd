import Grading

/// Lists the katas, with how far one has come.
struct ListCommand: Command {
  let name = "list"
  let summary = "the katas, and how far you have come"
  let usage = ["list"]
  let options: [Option] = [.katas]

  func run(_ arguments: Arguments, in session: Session) throws -> ExitCode {
    try arguments.expect([], count: 0...0, for: self)
    let state = session.state
    let rows = try session.catalog(arguments).katas.map { folder in
      let id = folder.kata.id
      return ToolWording.ListRow(
        kata: folder.kata, passed: state.hasPassed(id),
        hintsShown: min(state.hintsShown(id), folder.hints.count))
    }
    session.console.print(ToolWording.list(rows))
    return .success
  }
}
