import Grading

/// The report that people read: in a terminal, or in a log.
///
/// A few submissions are shown in full; of a class there is a table.
package struct TextRecorder: Recorder {
  package let id = "text"
  /// With more submissions than this only the table is shown.
  package static let maximumShownInFull = 5

  package init() {}

  package func report(_ report: ReportInput) -> String {
    let results = report.submissions.map(\.cleaned)
    let options = report.options
    guard !results.isEmpty else { return Wording.nothingGraded + "\n" }
    var blocks: [[String]] = []
    let isClass = results.count > Self.maximumShownInFull
    if results.count == 1 || !(isClass || options.quiet) {
      let texts = results.map { SubmissionText($0, options: options) }
      blocks += texts.map(\.lines)
      if texts.contains(where: \.claimsProof) {
        blocks.append(DisplayText.wrapped(Wording.limits, to: options.width))
      }
    }
    if results.count > 1 {
      blocks.append(SummaryTable(results, options: options).lines)
    }
    if isClass && !options.quiet && results.contains(where: { $0.outcome != .passed }) {
      blocks.append(DisplayText.wrapped(Wording.askForDetails, to: options.width))
    }
    if !options.quiet {
      let line = CleanText.line(Wording.colophon(report))
      blocks.append(DisplayText.wrapped(line, to: options.width))
    }
    return blocks.joined(separator: [""]).map { $0 + "\n" }.joined()
  }
}
