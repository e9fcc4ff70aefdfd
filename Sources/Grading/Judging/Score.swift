/// What the criteria add up to.
package struct Score: Sendable, Equatable {
  /// Points given: those of passed criteria, bonus or not.
  package let points: Int
  /// Points that could be had.
  package let possible: Int
  /// What is said of the submission as a whole.
  package let outcome: Outcome

  /// Adds up. A criterion that was not checked gives nothing and is never counted as passed.
  package init(_ criteria: [CriterionResult]) {
    points = criteria.reduce(0) { $0 + $1.points }
    possible = criteria.reduce(0) { $0 + $1.possible }
    let required = criteria.filter { !$0.bonus }.map(\.verdict)
    outcome =
      if required.contains(.failed) {
        .failed
      } else if required.isEmpty || required.contains(.notChecked) {
        .notChecked
      } else {
        .passed
      }
  }
}
