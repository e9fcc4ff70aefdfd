import Reporting

/// Shows a kata's hints one by one.
struct HintCommand: Command {
  let name = "hint"
  let summary = "the next hint for a kata, gentlest first"
  let usage = ["hint ID [N]"]
  let details = "Without N it is the hint after the last one shown."
  let options: [Option] = [.katas]

  func run(_ arguments: Arguments, in session: Session) throws -> ExitCode {
    try arguments.expect(["ID", "N"], count: 1...2, for: self)
    let folder = try session.kata(arguments.words[0], in: session.catalog(arguments))
    let id = folder.kata.id
    guard !folder.hints.isEmpty else {
      session.console.print(ToolWording.noHints(id))
      return .success
    }
    var number = min(session.state.hintsShown(id) + 1, folder.hints.count)
    if arguments.words.count == 2 {
      guard let asked = Int(arguments.words[1]), folder.hints.indices.contains(asked - 1) else {
        throw ArgumentError.badValue(
          option: "N", text: arguments.words[1],
          wanted: "the number of a hint, from 1 to \(folder.hints.count)")
      }
      number = asked
    }
    session.console.print(
      ToolWording.hint(
        CleanText.lines(folder.hints[number - 1]), number: number, of: folder.hints.count, kata: id)
    )
    session.state.rememberHints(number, of: id)
    return .success
  }
}
