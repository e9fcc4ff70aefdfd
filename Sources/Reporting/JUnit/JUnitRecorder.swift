import Grading

/// JUnit's XML, as continuous integration reads it: a suite a submission, a case a criterion.
///
/// A criterion that failed is a `failure`; a bonus that was missed is `skipped`, since a passed
/// submission is no failed suite. A criterion that was not checked is `skipped`, but an `error`
/// where it leaves the submission without a verdict: no reader may take that for success. What
/// did not build or was refused is one case with an `error`.
package struct JUnitRecorder: Recorder {
  package let id = "junit"

  package init() {}

  package func report(_ report: ReportInput) -> String {
    var names = UniqueNames()
    let suites = report.submissions.map { JUnitSuite($0.cleaned, names: &names) }
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
    lines.append("<testsuites \(JUnitSuite.totals(suites, name: report.tool.name))>")
    lines += suites.flatMap(\.lines)
    lines.append("</testsuites>")
    return lines.map { $0 + "\n" }.joined()
  }
}

/// Numbers the names that were given before: of two cases with one name, readers drop one.
struct UniqueNames {
  private var taken: Set<String> = []

  /// The name, or the name with the first free number behind it.
  mutating func unique(_ name: String) -> String {
    var result = name
    var number = 2
    while !taken.insert(result).inserted {
      result = "\(name) (\(number))"
      number += 1
    }
    return result
  }
}
