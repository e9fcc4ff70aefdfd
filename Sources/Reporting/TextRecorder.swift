/// The report that people read: in a terminal, or in a log.
package struct TextRecorder: Recorder {
  package let id = "text"

  package init() {}

  package func report(_ report: ReportInput) -> String {
    report.submissions.map { "\(CleanText.line($0.file)) \($0.outcome.rawValue)\n" }.joined()
  }
}
