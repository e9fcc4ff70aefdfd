/// Chooses uniformly among the enabled threads.
package final class RandomWalk: Strategy {
  private let seed: UInt64
  private var random: SearchRandom

  package init(seed: UInt64) {
    self.seed = seed
    random = SearchRandom(seed: seed, index: 0)
  }

  package func beginSchedule(_ index: Int) { random = SearchRandom(seed: seed, index: index) }
  package func choose(_ decision: Decision) -> Int {
    Int(decision.enabled[decision.count == 1 ? 0 : random.below(decision.count)])
  }
  package func pick(thread: Int, count: Int) -> Int { random.below(count) }
  package func endSchedule() -> Bool { true }
}
