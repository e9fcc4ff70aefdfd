import CScheduler
import Search

/// Runs schedules in this process, one after the other: the runtime asks, a strategy answers.
enum ScheduleRunner {
  /// Who answers. One schedule runs at a time, on the thread that the runtime runs everything on.
  nonisolated(unsafe) static var strategy: (any Strategy)?
  private nonisolated(unsafe) static var isInstalled = false

  /// Takes over the process. Idempotent.
  static func install() {
    guard !isInstalled else { return }
    isInstalled = true
    precondition(MemoryLayout<Operation>.stride == MemoryLayout<rs_pending>.stride)
    var callbacks = rs_callbacks(
      choose: { ScheduleRunner.choose($0!.pointee) },
      pick: { ScheduleRunner.pick(thread: $0, count: $2) },
      advanced: { ScheduleRunner.strategy?.everythingSettled() },
      joined: { ScheduleRunner.strategy?.joined(Int($0)) },
      stuck: { ScheduleRunner.stuck($0!.pointee) },
      touched: { ScheduleRunner.strategy?.touched(Int($0)) })
    rs_install(&callbacks, SharedState.it.c)
  }

  private static func operations(_ decision: rs_decision) -> UnsafePointer<Operation> {
    UnsafeRawPointer(decision.pending!).assumingMemoryBound(to: Operation.self)
  }

  private static func choose(_ raw: rs_decision) -> UInt32 {
    let decision = Decision(
      enabled: raw.enabled, count: Int(raw.count), current: Int(raw.current),
      currentIsEnabled: raw.current_enabled, currentYields: raw.current_yields,
      operations: operations(raw))
    let progress = SharedState.it.progress
    progress.pointee.steps += 1
    // Ids count up from the main thread's, and the latest thread is among those that can go on.
    progress.pointee.threads = max(
      progress.pointee.threads, Int(decision.enabled[decision.count - 1]) + 1)
    guard let strategy else { return UInt32(decision.unhurried) }
    let thread = strategy.choose(decision)
    if decision.count > 1 {
      record(UInt16(truncatingIfNeeded: thread))
      if decision.preempts(thread) { progress.pointee.preemptions += 1 }
    }
    return UInt32(thread)
  }

  private static func pick(thread: UInt32, count: UInt32) -> UInt32 {
    guard let strategy else { return 0 }
    let value = strategy.pick(thread: Int(thread), count: Int(count))
    record(UInt16(truncatingIfNeeded: value) | 0x8000)
    return UInt32(value)
  }

  private static func record(_ choice: UInt16) {
    let progress = SharedState.it.progress
    guard progress.pointee.choiceCount < SharedState.choiceCapacity else {
      progress.pointee.choicesOverflowed = true
      return
    }
    SharedState.it.choices[progress.pointee.choiceCount] = choice
    progress.pointee.choiceCount += 1
  }

  private static func stuck(_ raw: rs_decision) {
    strategy?.stuck(
      waiting: UnsafeBufferPointer(start: raw.enabled, count: Int(raw.count)),
      operations: operations(raw))
  }

  /// Runs `body` once. Returns whether the process is fit for another schedule.
  static func run(_ body: () -> Void) -> Bool {
    let progress = SharedState.it.progress
    progress.pointee.choiceCount = 0
    progress.pointee.choicesOverflowed = false
    progress.pointee.preemptions = 0
    progress.pointee.steps = 0
    progress.pointee.violationCount = 0
    rs_begin()
    body()
    let clean = rs_end()
    progress.pointee.longest = max(progress.pointee.longest, progress.pointee.steps)
    return clean
  }

  /// The choices of the schedule that ran last, also if it killed its process.
  static func schedule(points: [Int]) -> Schedule {
    let count = SharedState.it.progress.pointee.choiceCount
    let choices = (0..<count).map { index in
      let raw = SharedState.it.choices[index]
      return raw & 0x8000 == 0 ? Schedule.Choice.thread(Int(raw)) : .value(Int(raw & 0x7fff))
    }
    return Schedule(choices, points: points)
  }
}
