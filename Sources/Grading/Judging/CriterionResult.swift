/// One criterion of one submission, judged.
package struct CriterionResult: Codable, Sendable, Equatable {
  /// The criterion's id, such as `no-overdraft`.
  package var id: String
  /// What holds, in a few words.
  package var title: String
  /// True if the kata is passed without it.
  package var bonus: Bool
  /// Points given.
  package var points: Int
  /// Points that it is worth.
  package var possible: Int
  /// The verdict.
  package var verdict: Verdict
  /// True if a pass rests on samples, not on an exhausted search.
  package var sampled: Bool
  /// Why it was not checked; nil otherwise.
  package var reason: String?
  /// What the verdict rests on.
  package var evidence: [Evidence]
  /// Why it failed; nil otherwise.
  package var failure: Failure?

  package init(
    id: String, title: String, bonus: Bool, points: Int, possible: Int, verdict: Verdict,
    sampled: Bool = false, reason: String? = nil, evidence: [Evidence] = [],
    failure: Failure? = nil
  ) {
    self.id = id
    self.title = title
    self.bonus = bonus
    self.points = points
    self.possible = possible
    self.verdict = verdict
    self.sampled = sampled
    self.reason = reason
    self.evidence = evidence
    self.failure = failure
  }
}
