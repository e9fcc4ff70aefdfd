/// What the judge says of one submission.
package struct Judgement: Sendable, Equatable {
  /// The criteria in the kata's order.
  package let criteria: [CriterionResult]
  /// How deep the answer goes.
  package let layers: [LayerResult]
  /// What teaches but decides nothing, sorted.
  package let notes: [String]
  /// What it adds up to.
  package let score: Score
  /// True if a required criterion could not be checked because a run cannot be believed or the
  /// kata contradicts itself: the grader's fault or an attack, and a matter for a person.
  package let graderFault: Bool

  /// What is said of the submission as a whole.
  package var outcome: Outcome { score.outcome }
}
