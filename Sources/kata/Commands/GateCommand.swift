import Grading

/// Scores submissions and says yes or no.
struct GateCommand: Command {
  let name = "gate"
  let summary = "grades, and fails if a submission is below the mark"
  let usage = ["gate ID FILE… [--min-score N]", "gate DIR [--min-score N]"]
  let details = """
    A submission must pass, or with --min-score reach that many points; those of a
    bonus count only for one that passes. Ends with 0 if all do, 1 if one does not
    or something was passed over, 3 if one was not checked.
    """
  let options = [.minimumScore] + Option.grading + Option.reporting

  func run(_ arguments: Arguments, in session: Session) throws -> ExitCode {
    try arguments.expect(["ID"], count: 1...Int.max, for: self)
    let mark: Int? = try arguments.number(.minimumScore, in: 0...100)
    let work = try GradingSession(arguments, in: session)
    let targets = try GradingTargets(
      arguments.words, catalog: session.catalog(arguments), in: session)
    try targets.requireReadable()
    let graded = try work.grade(targets)
    if let code = graded.faultCode { return code }
    if graded.results.contains(where: { $0.outcome == .notChecked }) { return .fault }
    let failing = graded.results.filter { result in
      mark.map { result.scoreForGate < $0 } ?? (result.outcome != .passed)
    }
    if let mark {
      for result in failing {
        session.console.complain(
          ToolWording.belowMark(result, points: result.scoreForGate, mark: mark))
      }
    }
    return failing.isEmpty && targets.remarks.isEmpty ? .success : .negative
  }
}

extension SubmissionResult {
  /// A bonus does not make up for what failed.
  fileprivate var scoreForGate: Int {
    guard outcome != .passed else { return score }
    return criteria.filter { !$0.bonus }.map(\.points).reduce(0, +)
  }
}
