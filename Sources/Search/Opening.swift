/// A few schedules that differ from each other as much as they can, before any are searched in order:
/// turns of one step, and one interruption early on. Most faults show in one of them; a search depth
/// first would try all that the last threads can do before it interrupts the first one.
package final class Opening: Strategy {
  /// How one schedule goes.
  private enum Plan {
    /// Everybody takes so many steps in turn.
    case turns(Int, isDescending: Bool)
    /// Each runs to its end, the latest first; but the last of all comes last.
    case lastComesLast
    /// The first, or the last, takes so many steps; then each other one runs to its end, those furthest
    /// from it first; then it goes on.
    case interrupted(isFirst: Bool, after: Int)
  }

  private static let plans: [Plan] =
    [.turns(1, isDescending: true), .lastComesLast]
    + (1...8).flatMap { steps in
      [
        .interrupted(isFirst: true, after: steps), .interrupted(isFirst: false, after: steps),
      ]
    }
    + (1...3).map { .turns($0, isDescending: false) }

  /// Past so many choices everybody takes turns: one may wait for ever for one that is held back.
  private static let patience = 500

  /// How many there are.
  package static var count: Int { plans.count }

  private var plan = plans[0]
  private var index = 0
  /// Steps that the one whose turn it is has taken, or the one to be interrupted.
  private var taken = 0
  private var victim: Int?
  private var highest = 0
  private var choices = 0

  package init() {}

  package func beginSchedule(_ index: Int) {
    self.index = index
    plan = Self.plans[min(index, Self.plans.count - 1)]
    taken = 0
    victim = nil
    highest = 0
    choices = 0
  }

  package func choose(_ decision: Decision) -> Int {
    guard decision.count > 1 else { return Int(decision.enabled[0]) }
    choices += 1
    if choices > Self.patience { return turn(decision, 1, false) }
    if let fresh = decision.fresh { return fresh }
    switch plan {
    case .turns(let steps, let isDescending):
      return turn(decision, steps, isDescending)
    case .lastComesLast:
      highest = max(highest, Int(decision.enabled[decision.count - 1]))
      return apart(from: highest, isDescending: true, decision)
    case .interrupted(let isFirst, let steps):
      let chosen = victim ?? Int(decision.enabled[isFirst ? 0 : decision.count - 1])
      victim = chosen
      if taken < steps, decision.enables(chosen), !(decision.currentYields && taken > 0) {
        taken += 1
        return chosen
      }
      taken = steps
      return apart(from: chosen, isDescending: isFirst, decision)
    }
  }

  private func turn(_ decision: Decision, _ steps: Int, _ isDescending: Bool) -> Int {
    taken += 1
    if decision.currentIsEnabled, !decision.currentYields, taken <= steps {
      return decision.current
    }
    taken = 1
    if isDescending {
      for index in (0..<decision.count).reversed()
      where Int(decision.enabled[index]) < decision.current {
        return Int(decision.enabled[index])
      }
      return Int(decision.enabled[decision.count - 1])
    }
    for index in 0..<decision.count where Int(decision.enabled[index]) > decision.current {
      return Int(decision.enabled[index])
    }
    return Int(decision.enabled[0])
  }

  /// Who goes on if `thread` waits for all others and nobody else is interrupted.
  private func apart(from thread: Int, isDescending: Bool, _ decision: Decision) -> Int {
    if decision.currentIsEnabled, !decision.currentYields, decision.current != thread {
      return decision.current
    }
    for step in 0..<decision.count {
      let other = Int(decision.enabled[isDescending ? decision.count - 1 - step : step])
      if other != thread, !(decision.currentYields && other == decision.current) { return other }
    }
    return decision.enables(thread) ? thread : Int(decision.enabled[0])
  }

  package func endSchedule() -> Bool { index + 1 < Self.plans.count }
}
