import Grading

/// One submission as a test suite.
struct JUnitSuite {
  /// The suite's name.
  let name: String
  /// A case a criterion, or one that says why there are none.
  let cases: [JUnitCase]
  /// How long all took.
  let seconds: Double

  /// - Parameter result: With its texts cleaned.
  init(_ result: SubmissionResult, names: inout UniqueNames) {
    let owner = result.candidate ?? result.file
    // A reader takes what stands before the last full stop for a package.
    let className = "\(owner.replacing(".", with: "_")).\(result.kata)"
    let name = "\(owner): \(result.kata)"
    self.name = name
    seconds = result.seconds
    var cases = result.criteria.map { criterion in
      JUnitCase(
        name: names.unique("\(name): \(criterion.id)"), className: className, file: result.file,
        seconds: criterion.evidence.reduce(0) { $0 + $1.seconds },
        end: JUnitCase.End(criterion, of: result),
        output: EvidenceText(criterion.evidence).lines)
    }
    // Without criteria, or with a fault that none of them shows, the suite itself must say so.
    if cases.isEmpty || (result.diagnosis != nil && !cases.contains(where: \.end.isBad)) {
      cases.append(
        JUnitCase(
          name: names.unique("\(name): \(Wording.outcome(result.outcome))"),
          className: className, file: result.file, seconds: 0,
          end: JUnitCase.End(result), output: []))
    }
    self.cases = cases
  }

  /// The element.
  var lines: [String] {
    ["  <testsuite \(Self.totals([self], name: name))>"] + cases.flatMap(\.lines)
      + ["  </testsuite>"]
  }

  /// The attributes that count.
  static func totals(_ suites: [JUnitSuite], name: String) -> String {
    let ends = suites.flatMap { $0.cases.map(\.end) }
    let time = suites.reduce(0) { $0 + $1.seconds }
    return "name=\"\(XMLText.attribute(name))\" tests=\"\(ends.count)\""
      + " failures=\"\(ends.count { $0.kind == .failure })\""
      + " errors=\"\(ends.count { $0.kind == .error })\""
      + " skipped=\"\(ends.count { $0.kind == .skipped })\""
      + " time=\"\(JUnitCase.time(time))\""
  }
}
