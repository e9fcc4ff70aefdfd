import Grading
import Records

/// Grades what a command line names, with progress, and writes the report.
struct GradingSession: Sendable {
  private let session: Session
  private let writer: ReportWriter
  private let options: GradingOptions
  private let isQuiet: Bool

  /// Takes all options from the command line, before anything is graded.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - arenas: Where submissions run.
  ///   - jobs: How many jobs there are unless the command line says so.
  /// - Throws: `ArgumentError`.
  init(
    _ arguments: Arguments, arenas: [ArenaKind] = ArenaKind.allCases, jobs: Int = 1,
    in session: Session
  ) throws(ArgumentError) {
    self.session = session
    writer = try ReportWriter(arguments, in: session)
    var options = try session.options(arguments, jobs: jobs)
    options.arenas = arenas
    self.options = options
    isQuiet = arguments.has(.quiet)
  }

  /// What came out.
  struct Graded: Sendable {
    /// One result a request.
    let results: [SubmissionResult]
    /// The exit code if the grader failed or a named file cannot be read; nil if neither.
    let faultCode: ExitCode?
  }

  /// Grades and reports.
  ///
  /// - Throws: what keeps the grader from grading anything, or the report from being written.
  func grade(_ targets: GradingTargets) throws -> Graded {
    try writer.spare(targets.requests)
    for remark in targets.remarks { session.console.complain(remark) }
    let grader = try session.grader(quiet: isQuiet)
    let progress = ProgressLine(console: session.console, isQuiet: isQuiet)
    progress.begin(total: targets.requests.count)
    let results = grader.grade(targets.requests, options: options) { progress.step($0) }
    progress.end()
    try writer.write(results, seed: options.seed, grader: grader)
    return Graded(results: results, faultCode: faultCode(results, targets))
  }

  private func faultCode(_ results: [SubmissionResult], _ targets: GradingTargets) -> ExitCode? {
    let faults = results.filter(\.graderFault).compactMap(\.diagnosis)
    for fault in Set(faults).sorted() {
      session.console.complain(ToolWording.graderFault(fault))
    }
    if results.contains(where: \.graderFault) { return .fault }
    let unreadable = results.indices.filter {
      results[$0].inputFault && targets.named.contains($0)
    }
    for index in unreadable {
      session.console.complain(ToolWording.complaint(results[index].diagnosis ?? ""))
    }
    return unreadable.isEmpty ? nil : .usage
  }
}
