/// Runs the thread of highest priority, and lowers priorities at a few random steps.
///
/// Finds a bug of depth d with a chance of at least 1/(n·k^(d−1)) a schedule, for n threads and k
/// steps. Source: Burckhardt, Kothari, Musuvathi and Nagarakatte, "A randomized scheduler with
/// probabilistic guarantees of finding bugs" (ASPLOS 2010). Deviations: k is the longest schedule
/// seen so far; a thread that gives way is lowered too, since it would spin otherwise.
package final class PriorityWalk: Strategy {
  private let seed: UInt64
  private let depth: Int
  private var random: SearchRandom
  private var step = 0
  private var lowest: Int64 = 0
  private let shared: UnsafeMutablePointer<Int>
  private let changes: UnsafeMutablePointer<Int>
  private let priorities: UnsafeMutablePointer<Int64>
  private var known = 0
  private static let threadLimit = 1024

  /// - Parameters:
  ///   - depth: d; how many orderings a bug may need. At least 1.
  ///   - steps: k to begin with, if it is known.
  package init(seed: UInt64, depth: Int, steps: Int = 1, memory: SearchMemory) {
    self.seed = seed
    self.depth = depth
    random = SearchRandom(seed: seed, index: 0)
    var offset = 0
    shared = memory.carve(Int.self, count: 1, at: &offset)
    changes = memory.carve(Int.self, count: depth, at: &offset)
    priorities = memory.carve(Int64.self, count: Self.threadLimit, at: &offset)
    shared.pointee = max(1, steps)
  }

  package func beginSchedule(_ index: Int) {
    random = SearchRandom(seed: seed, index: index)
    step = 0
    known = 0
    lowest = 0
    for change in 0..<(depth - 1) { changes[change] = random.below(shared.pointee) }
  }

  package func choose(_ decision: Decision) -> Int {
    for change in 0..<(depth - 1) where changes[change] == step { lower(decision.current) }
    if decision.currentYields { lower(decision.current) }
    step += 1
    var best = Int(decision.enabled[0])
    for index in 0..<decision.count {
      let thread = Int(decision.enabled[index])
      while known <= thread {
        priorities[known] = Int64(bitPattern: random.next() >> 1)
        known += 1
      }
      if priorities[thread] > priorities[best] { best = thread }
    }
    return best
  }

  private func lower(_ thread: Int) {
    guard thread < known else { return }
    lowest -= 1
    priorities[thread] = lowest
  }

  package func pick(thread: Int, count: Int) -> Int { random.below(count) }

  package func endSchedule() -> Bool {
    shared.pointee = max(shared.pointee, step)
    return true
  }
}
