/// Lets the threads take turns of one step, then of two, then of three: threads that back off from
/// each other in step never get on so, and this is the fairest schedule there is.
package final class LockStep: Strategy {
  private var turn = 1
  private var taken = 0

  package init() {}

  package func beginSchedule(_ index: Int) {
    turn = index + 1
    taken = 0
  }

  package func choose(_ decision: Decision) -> Int {
    taken += 1
    if decision.currentIsEnabled, !decision.currentYields, taken < turn { return decision.current }
    taken = 0
    // The next one above, round and round.
    for index in 0..<decision.count where Int(decision.enabled[index]) > decision.current {
      return Int(decision.enabled[index])
    }
    return Int(decision.enabled[0])
  }

  package func endSchedule() -> Bool { turn < 3 }
}
