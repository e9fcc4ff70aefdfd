import CScheduler
import Search

/// Runs schedules in this process, one after the other: the runtime asks, a strategy answers.
enum ScheduleRunner {
  /// Who answers. One schedule runs at a time, on the thread that the runtime runs everything on.
  static var strategy: (any Strategy)? {
    get { holder?.strategy }
    set {
      let new = newValue.map(Holder.init)
      holder = new
      asked = new.map(Unmanaged.passUnretained)
    }
  }

  /// Keeps a strategy. What is asked at every step is reached without counting references.
  private final class Holder {
    let strategy: any Strategy
    init(_ strategy: any Strategy) { self.strategy = strategy }
  }
  private nonisolated(unsafe) static var holder: Holder?
  private nonisolated(unsafe) static var asked: Unmanaged<Holder>?
  /// What `SharedState.it` has, found without asking whether it was made yet.
  private nonisolated(unsafe) static var progress: UnsafeMutablePointer<SharedState.Progress>!
  private nonisolated(unsafe) static var choices: UnsafeMutablePointer<UInt16>!

  /// Takes over the process. Idempotent.
  static func install() {
    guard progress == nil else { return }
    progress = SharedState.it.progress
    choices = SharedState.it.choices
    precondition(MemoryLayout<Operation>.stride == MemoryLayout<rs_pending>.stride)
    var callbacks = rs_callbacks(
      choose: { ScheduleRunner.choose($0.unsafelyUnwrapped) },
      pick: { ScheduleRunner.pick(thread: $0, count: $2) },
      advanced: { ScheduleRunner.ask { $0.everythingSettled() } },
      joined: { thread in ScheduleRunner.ask { $0.joined(Int(thread)) } },
      stuck: { ScheduleRunner.stuck($0!.pointee) },
      touched: { object in ScheduleRunner.ask { $0.touched(Int(object)) } })
    rs_install(&callbacks, SharedState.it.c)
  }

  @inline(__always)
  private static func ask(_ question: (any Strategy) -> Void) {
    asked?._withUnsafeGuaranteedRef { question($0.strategy) }
  }

  private static func operations(_ decision: rs_decision) -> UnsafePointer<Operation> {
    UnsafeRawPointer(decision.pending!).assumingMemoryBound(to: Operation.self)
  }

  private static func choose(_ raw: UnsafePointer<rs_decision>) -> UInt32 {
    let decision = Decision(
      enabled: raw.pointee.enabled, count: Int(raw.pointee.count),
      current: Int(raw.pointee.current), currentIsEnabled: raw.pointee.current_enabled,
      currentYields: raw.pointee.current_yields, operations: operations(raw.pointee))
    let progress = progress.unsafelyUnwrapped
    progress.pointee.steps += 1
    // Ids count up from the main thread's, and the latest thread is among those that can go on.
    progress.pointee.threads = max(
      progress.pointee.threads, Int(decision.enabled[decision.count - 1]) + 1)
    guard let asked else { return UInt32(decision.unhurried) }
    let thread = asked._withUnsafeGuaranteedRef { $0.strategy.choose(decision) }
    if decision.count > 1 {
      record(UInt16(truncatingIfNeeded: thread))
      if decision.preempts(thread) { progress.pointee.preemptions += 1 }
    }
    return UInt32(truncatingIfNeeded: thread)
  }

  private static func pick(thread: UInt32, count: UInt32) -> UInt32 {
    guard let asked else { return 0 }
    let value = asked._withUnsafeGuaranteedRef {
      $0.strategy.pick(thread: Int(thread), count: Int(count))
    }
    record(UInt16(truncatingIfNeeded: value) | 0x8000)
    return UInt32(value)
  }

  private static func record(_ choice: UInt16) {
    let progress = progress.unsafelyUnwrapped
    let count = progress.pointee.choiceCount
    guard count < SharedState.choiceCapacity else {
      progress.pointee.choicesOverflowed = true
      return
    }
    choices.unsafelyUnwrapped[count] = choice
    progress.pointee.choiceCount = count &+ 1
  }

  private static func stuck(_ raw: rs_decision) {
    ask {
      $0.stuck(
        waiting: UnsafeBufferPointer(start: raw.enabled, count: Int(raw.count)),
        operations: operations(raw))
    }
  }

  /// Runs `body` once. Returns whether the process is fit for another schedule.
  static func run(_ body: () -> Void) -> Bool {
    let progress = progress.unsafelyUnwrapped
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
    schedule(
      UnsafeBufferPointer(
        start: SharedState.it.choices, count: SharedState.it.progress.pointee.choiceCount),
      points: points)
  }

  /// A schedule from its choices as they are recorded.
  static func schedule(_ choices: UnsafeBufferPointer<UInt16>, points: [Int]) -> Schedule {
    Schedule(
      choices.map { $0 & 0x8000 == 0 ? .thread(Int($0)) : .value(Int($0 & 0x7fff)) },
      points: points)
  }
}
