/// Gives every pending operation a random priority, and a new one to those that conflict with what
/// was just done: so that orders of conflicting operations come about about equally often.
///
/// Source: Yuan, Yang and Gu, "Partial order aware concurrency sampling" (CAV 2018).
package final class OrderSampling: Strategy {
  private let seed: UInt64
  private var random: SearchRandom
  private let priorities: UnsafeMutablePointer<UInt64>
  private var known = 0

  package init(seed: UInt64, memory: SearchMemory) {
    self.seed = seed
    random = SearchRandom(seed: seed, index: 0)
    var offset = 0
    priorities = memory.carve(UInt64.self, count: 1024, at: &offset)
  }

  package func beginSchedule(_ index: Int) {
    random = SearchRandom(seed: seed, index: index)
    known = 0
  }

  package func choose(_ decision: Decision) -> Int {
    var best = Int(decision.enabled[0])
    for index in 0..<decision.count {
      let thread = Int(decision.enabled[index])
      while known <= thread {
        priorities[known] = random.next()
        known += 1
      }
      if priorities[thread] > priorities[best] { best = thread }
    }
    let operation = decision.operations[best]
    for index in 0..<decision.count {
      let thread = Int(decision.enabled[index])
      if thread == best || decision.operations[thread].conflicts(with: operation) {
        priorities[thread] = random.next()
      }
    }
    return best
  }

  package func pick(thread: Int, count: Int) -> Int { random.below(count) }
  package func endSchedule() -> Bool { true }
}
