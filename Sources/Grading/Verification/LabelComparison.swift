/// Whether a result is what a label says. Pure: stored results can be compared again.
package struct LabelComparison: Sendable, Equatable {
  /// The comparison's end.
  package private(set) var status: VerificationReport.Status
  /// Why it failed or was skipped, a line each.
  package private(set) var reasons: [String]

  package init(_ label: VerdictLabel, _ result: SubmissionResult) {
    status = .passed
    reasons = []
    if result.graderFault || result.inputFault {
      let whose = result.graderFault ? "the grader itself failed" : "it cannot be read"
      status = .failed
      let why = result.diagnosis ?? result.criteria.lazy.compactMap(\.reason).first
      reasons = ["\(whose): \(why ?? "it does not say why")"]
      return
    }
    var mismatches: [String] = []
    var unchecked: [String] = []
    let verdicts = Dictionary(
      result.criteria.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for (names, wanted) in [(label.passes, Verdict.passed), (label.fails, Verdict.failed)] {
      for name in names {
        guard let criterion = verdicts[name] else {
          mismatches.append("\(name): wanted \(wanted.rawValue), but it was not judged at all")
          continue
        }
        if criterion.verdict == .notChecked {
          unchecked.append("\(name): not checked, \(criterion.reason ?? "without a reason")")
        } else if criterion.verdict != wanted {
          mismatches.append(
            "\(name): wanted \(wanted.rawValue), got \(criterion.verdict.rawValue)"
              + (criterion.failure.map { " (\($0.message))" } ?? ""))
        }
      }
    }
    // A wrong answer that is not told apart is missed, whatever the reason.
    if result.outcome != label.outcome {
      if label.outcome == .passed, result.outcome == .notChecked {
        if unchecked.isEmpty { unchecked.append("the outcome: not checked") }
      } else {
        mismatches.insert(
          "the outcome: wanted \(label.outcome.rawValue), got \(result.outcome.rawValue)"
            + (result.diagnosis.map { " (\($0))" } ?? ""), at: 0)
      }
    }
    mismatches += result.unreproduced
    if !mismatches.isEmpty {
      status = .failed
    } else if !unchecked.isEmpty {
      status = .skipped
    }
    reasons = mismatches + unchecked
  }
}
