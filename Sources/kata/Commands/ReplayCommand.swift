import Grading
import Reporting

/// Runs a schedule from a report once more.
struct ReplayCommand: Command {
  let name = "replay"
  let summary = "runs the schedule that a token of a report holds"
  let usage = ["replay TOKEN FILE"]
  let details = "A token is good for the very file that it was made for."
  let options: [Option] = [.quiet, .noColor, .katas]

  func run(_ arguments: Arguments, in session: Session) throws -> ExitCode {
    try arguments.expect(["TOKEN", "FILE"], count: 2...2, for: self)
    let (text, path) = (arguments.words[0], arguments.words[1])
    let catalog = try session.catalog(arguments)
    _ = try session.kata(Token(text).kata, in: catalog)
    _ = try Submission(path: path)
    let result: ReplayResult
    do {
      result = try session.grader(quiet: arguments.has(.quiet))
        .replay(token: text, path: path, catalog: catalog)
    } catch let failure as BuildFailure {
      result = ReplayResult(reproduced: false, reason: failure.diagnosis)
    }
    let recorder = ReplayText(options: session.textOptions(arguments))
    session.console.print(recorder.text(result, file: path))
    return result.reproduced ? .success : .negative
  }
}
