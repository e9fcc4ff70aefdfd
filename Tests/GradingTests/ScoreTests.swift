import Testing

@testable import Grading

private func criterion(_ verdict: Verdict, bonus: Bool = false) -> CriterionResult {
  CriterionResult(
    id: "x", title: "", bonus: bonus, points: verdict == .passed ? 30 : 0, possible: 30,
    verdict: verdict)
}

@Suite struct ScoreTests {
  @Test(
    arguments: [
      ([.passed, .passed], .passed, 60, .passed),
      ([.passed, .failed], .passed, 30, .failed),
      ([.passed, .notChecked], .passed, 30, .notChecked),
      ([.failed, .notChecked], .passed, 0, .failed),
      ([.passed, .passed], .failed, 60, .passed),
      ([.passed, .passed], .notChecked, 60, .passed),
      ([], .passed, 0, .notChecked),
    ] as [([Verdict], Verdict, Int, Outcome)])
  func `only required criteria decide, and all passed ones give points`(
    required: [Verdict], bonus: Verdict, points: Int, outcome: Outcome
  ) {
    let score = Score(required.map { criterion($0) } + [criterion(bonus, bonus: true)])
    #expect(score.points == points + (bonus == .passed ? 30 : 0))
    #expect(score.outcome == outcome)
    #expect(score.possible == 30 * (required.count + 1))
  }
}
