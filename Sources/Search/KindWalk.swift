/// A random walk among what there is to do, rather than among who could do it: threads that are about
/// to do the same, at the same place and to the same object, count as one. Of a hundred writers and
/// one reader, the reader is then chosen as often as the writers together, and a fault that needs
/// it early shows in a few schedules instead of hundreds.
package final class KindWalk: Strategy {
  private let seed: UInt64
  private var random: SearchRandom

  package init(seed: UInt64) {
    self.seed = seed
    random = SearchRandom(seed: seed, index: 0)
  }

  package func beginSchedule(_ index: Int) { random = SearchRandom(seed: seed, index: index) }

  /// Complexity: quadratic in the number of threads that can go on.
  package func choose(_ decision: Decision) -> Int {
    if decision.count == 1 { return Int(decision.enabled[0]) }
    if let fresh = decision.fresh { return fresh }
    var kinds = 0
    for index in 0..<decision.count where isFirst(index, decision) { kinds += 1 }
    var left = random.below(kinds)
    var kind = 0
    for index in 0..<decision.count where isFirst(index, decision) {
      if left == 0 {
        kind = index
        break
      }
      left -= 1
    }
    var same = 0
    for index in kind..<decision.count where isSame(kind, index, decision) { same += 1 }
    left = random.below(same)
    for index in kind..<decision.count where isSame(kind, index, decision) {
      if left == 0 { return Int(decision.enabled[index]) }
      left -= 1
    }
    return Int(decision.enabled[kind])
  }

  private func isFirst(_ index: Int, _ decision: Decision) -> Bool {
    for earlier in 0..<index where isSame(earlier, index, decision) { return false }
    return true
  }

  private func isSame(_ one: Int, _ other: Int, _ decision: Decision) -> Bool {
    let first = decision.operations[Int(decision.enabled[one])]
    let second = decision.operations[Int(decision.enabled[other])]
    return first.pc == second.pc && first.kind == second.kind && first.flags == second.flags
      && first.object == second.object
  }

  package func pick(thread: Int, count: Int) -> Int { random.below(count) }
  package func endSchedule() -> Bool { true }
}
