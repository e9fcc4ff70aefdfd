import Grading

/// Scores submissions and says yes or no.
struct GateCommand: Command {
  let name = "gate"
  let summary = "grades, and fails if a submission is below the mark"
  let usage = ["gate ID FILE… [--min-score N]", "gate DIR [--min-score N]"]
  let details = "Ends with 0 if all reach the mark, 1 if one does not, 3 if one was not checked."
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
    let allReachIt = graded.results.allSatisfy { result in
      mark.map { result.score >= $0 } ?? (result.outcome == .passed)
    }
    return allReachIt ? .success : .negative
  }
}
