import Grading
import Reporting

/// What verifying found, for people.
struct VerificationText {
  private let report: VerificationReport
  private let isQuiet: Bool
  private let seeds: Int

  init(_ report: VerificationReport, isQuiet: Bool, seeds: Int) {
    self.report = report
    self.isQuiet = isQuiet
    self.seeds = seeds
  }

  /// What is not as it must be, a line for each kata, and the count last.
  var text: String {
    var lines: [String] = []
    for entry in report.entries where entry.status != .passed && !isQuiet {
      let seed = seeds > 1 ? entry.seed.map { ", seed \($0)" } ?? "" : ""
      lines.append("\(entry.status.rawValue)  \(entry.kata)/\(entry.name)\(seed)")
      lines += entry.reasons.map { "    \($0.replacing("\n", with: "\n    "))" }
    }
    if !isQuiet {
      if !lines.isEmpty { lines.append("") }
      lines += katas.map { kata in
        let entries = report.entries.filter { $0.kata == kata }
        return "\(kata): " + Self.counts(VerificationReport(entries: entries))
      }
    }
    lines.append(Self.counts(report))
    return CleanText.lines(lines.joined(separator: "\n"))
  }

  private var katas: [String] {
    report.entries.map(\.kata).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private static func counts(_ report: VerificationReport) -> String {
    "\(report.passed) passed, \(report.failed) failed, \(report.skipped) skipped"
  }
}
