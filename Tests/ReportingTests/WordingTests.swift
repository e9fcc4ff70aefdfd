import Grading
import Records
import Testing

@testable import Reporting

@Suite struct WordingTests {
  @Test(arguments: [
    ([Samples.explored(98)], "explore: exhausted, 98 schedules"),
    ([Samples.explored(1)], "explore: exhausted, 1 schedule"),
    ([Samples.explored(90), Samples.explored(8)], "explore: exhausted, 98 schedules"),
    ([Samples.explored(35, bound: 2)], "explore: exhausted up to 2 preemptions, 35 schedules"),
    ([Samples.explored(5000, exhausted: false)], "explore: sampled, 5,000 schedules (no proof)"),
    (
      [Samples.explored(5000, exhausted: false), Samples.explored(9)],
      "explore: sampled, 5,009 schedules, 1 of 2 searches exhausted (no proof)"
    ),
    ([Samples.stressed(2000)], "stress: sampled, 2,000 rounds (no proof)"),
    ([Samples.stressed(2000, violations: 12)], "stress: broken in 12 of 2,000 rounds"),
    ([Samples.explored(0, exhausted: false)], "explore: no schedule came to its end"),
    ([Samples.explored(0, exhausted: false, violations: 1)], "explore: broken in 1 of 1 schedule"),
  ])
  func `a proof is called one, and nothing else is`(evidence: [Evidence], words: String) {
    #expect(Wording.evidence(evidence) == words)
  }

  @Test(arguments: [
    (0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (-1234, "-1,234"),
  ])
  func `numbers are grouped`(number: Int, words: String) {
    #expect(Wording.number(number) == words)
  }

  @Test(arguments: [(0.04, "0.0 s"), (2.35, "2.4 s"), (1234.5, "1,234.5 s"), (.nan, "? s")])
  func `time has one digit behind the stop`(seconds: Double, words: String) {
    #expect(Wording.time(seconds) == words)
  }

  @Test func `layers are told apart from those not reached yet`() {
    func layers(_ reached: Int) -> [LayerResult] {
      ["works", "guards", "keeps"].enumerated().map {
        LayerResult(title: $0.element, isReached: $0.offset < reached)
      }
    }
    #expect(Wording.layers([]) == nil)
    #expect(Wording.layers(layers(0)) == "Layer 0 of 3: not yet: works")
    #expect(Wording.layers(layers(2)) == "Layer 2 of 3: works, guards; not yet: keeps")
    #expect(Wording.layers(layers(3)) == "Layer 3 of 3: works, guards, keeps")
  }
}
