/// Scores submissions.
struct GradeCommand: Command {
  let name = "grade"
  let summary = "scores files, folders of files, or a class"
  let usage = ["grade ID FILE…", "grade DIR"]
  let details = """
    After ID, a folder stands for each Swift file in it. DIR holds a class: DIR/<candidate>/<id>.swift,
    or DIR/<candidate>/<id>/ for a submission of several files. One bad file never stops the rest.
    """
  let options = Option.grading + Option.reporting

  func run(_ arguments: Arguments, in session: Session) throws -> ExitCode {
    try arguments.expect(["ID"], count: 1...Int.max, for: self)
    let work = try GradingSession(arguments, in: session)
    let targets = try GradingTargets(
      arguments.words, catalog: session.catalog(arguments), in: session)
    try targets.requireReadable()
    return try work.grade(targets).faultCode ?? .success
  }
}
