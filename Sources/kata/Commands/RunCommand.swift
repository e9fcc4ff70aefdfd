import Foundation
import Grading
import Reporting

/// Explores one submission, for the one who writes it.
struct RunCommand: Command {
  let name = "run"
  let summary = "explores your file and shows what breaks it"
  let usage = ["run ID [FILE] [--watch]"]
  let details = """
    Without FILE it is the starter, going wrong. FILE may be a folder: one submission of several
    files. Only the search runs here; 'kata grade' adds real threads and ThreadSanitizer.
    """
  let options = [.watch] + Option.grading + Option.reporting

  func run(_ arguments: Arguments, in session: Session) throws -> ExitCode {
    try arguments.expect(["ID", "FILE"], count: 1...2, for: self)
    if arguments.has(.watch), arguments.words.count == 1 {
      throw ArgumentError.missingArgument("FILE", usage: usage)
    }
    let kata = try session.kata(arguments.words[0], in: session.catalog(arguments))
    let path = arguments.words.count == 2 ? arguments.words[1] : kata.starterPath
    // Who waits for it wants it fast.
    let processors = min(ProcessInfo.processInfo.activeProcessorCount, 64)
    let work = try GradingSession(
      arguments, arenas: [.explore], jobs: processors, in: session)
    let targets = GradingTargets(path: path, kata: kata)
    try targets.requireReadable()
    guard arguments.has(.watch) else { return try once(targets, work, in: session) }
    var watch = FileWatch(path: path)
    while true {
      _ = try once(targets, work, in: session)
      session.console.complain(ToolWording.watching(path))
      watch.waitForChange()
      if session.console.isTerminal { session.console.print("\u{1b}[2J\u{1b}[H") }
    }
  }

  private func once(
    _ targets: GradingTargets, _ work: GradingSession, in session: Session
  ) throws -> ExitCode {
    let graded = try work.grade(targets)
    if let code = graded.faultCode { return code }
    guard let result = graded.results.first, result.outcome == .passed else { return .negative }
    session.state.rememberPass(of: result.kata)
    return .success
  }
}
