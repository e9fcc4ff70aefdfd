/// Runs one given schedule again; past its end, everybody goes on unhurried.
package final class Replay: Strategy {
  private let choices: [Schedule.Choice]
  private var next = 0
  /// True once the program asked for a choice that the schedule does not hold: it is not the
  /// program, or not the input, that the schedule was made with.
  package private(set) var diverged = false

  package init(_ schedule: Schedule) {
    choices = schedule.choices
  }

  package func beginSchedule(_ index: Int) {
    next = 0
    diverged = false
  }

  package func choose(_ decision: Decision) -> Int {
    guard decision.count > 1 else { return Int(decision.enabled[0]) }
    guard next < choices.count else { return decision.unhurried }
    defer { next += 1 }
    guard case .thread(let thread) = choices[next], decision.enables(thread) else {
      diverged = true
      return decision.unhurried
    }
    return thread
  }

  package func pick(thread: Int, count: Int) -> Int {
    guard next < choices.count else { return 0 }
    defer { next += 1 }
    guard case .value(let value) = choices[next], value < count else {
      diverged = true
      return 0
    }
    return value
  }

  package func endSchedule() -> Bool { false }
}
