import Foundation
import Grading

/// Checks the katas themselves.
struct VerifyCommand: Command {
  let name = "verify"
  let summary = "checks that starters and answers get the verdicts they must"
  let usage = ["verify [ID…]"]
  let details = """
    Each answer's verdict stands in verdicts.json beside it: the outcome, and criteria that must pass
    or fail. What could not be checked counts as skipped, with the reason. With --replays, a failure
    must show itself again each time its schedule is run.
    """
  let options: [Option] = [.seeds, .replays, .seed, .jobs, .budget, .quiet, .katas, .answers]

  func run(_ arguments: Arguments, in session: Session) throws -> ExitCode {
    let catalog = try session.catalog(arguments)
    let katas =
      try arguments.words.isEmpty
      ? catalog.katas : arguments.words.map { try session.kata($0, in: catalog) }
    let answers = try arguments.value(.answers) ?? session.home().answers
    guard FileManager.default.isReadableFile(atPath: answers + "/") else {
      throw ArgumentError.unusable(
        path: answers, reason: "there is no such folder of answers; check the spelling")
    }
    let count: UInt64 = try arguments.number(.seeds, in: 1...1_000) ?? 1
    var options = try session.options(arguments)
    options.replays = try arguments.number(.replays, in: 0...1_000) ?? 0
    let seeds = (0..<count).map { options.seed &+ $0 }
    let plan = VerificationPlan(katas: katas, answers: answers)
    let progress = ProgressLine(console: session.console, isQuiet: arguments.has(.quiet))
    let grader = try session.grader(quiet: arguments.has(.quiet))
    var report = plan.report
    progress.begin(total: plan.cases.count * seeds.count)
    let results = grader.grade(plan.requests, seeds: seeds, options: options) { progress.step($0) }
    progress.end()
    for (item, graded) in zip(plan.cases, results) { report.add(graded, for: item) }
    session.console.print(
      VerificationText(report, isQuiet: arguments.has(.quiet), seeds: seeds.count).text)
    return report.failed == 0 ? .success : .negative
  }
}
