package import Records
package import Search
import CScheduler

/// Explores what a piece of code does under every order in which its threads can run.
///
/// The process is taken over for good: threads, locks, Dispatch and clocks are the scheduler's from
/// the first call on. Call on the main thread.
package enum Exploration {
  /// How to explore.
  package struct Options: Sendable {
    /// Whose scenario and driver the findings carry.
    package var scenario = ""
    package var driver = ClientDriver.threads
    /// Random choices come from it.
    package var seed: UInt64 = 1
    /// At most this many schedules.
    package var maximumSchedules = 100_000
    /// At most this many more once something was found, to find what else is wrong.
    package var maximumSchedulesAfterFailure = 3_000
    /// At most this much real time.
    package var budget = Duration.seconds(20)
    package var detectsRaces = true
    /// Every plain access is a scheduling point.
    package var accessPoints = false
    /// Accesses found racing become scheduling points, and the search starts again with them.
    package var followsRaces = true
    package var spuriousWakes = false
    /// How many of Swift's tasks run at once; 0 for any number.
    package var poolWidth = 0
    /// How many threads each global queue has; 0 for any number.
    package var globalWidth = 0
    /// One schedule a process, so that what happens once a process happens in each.
    package var coldStart = false
    /// Schedules of more steps count as live-locked.
    package var stepBound = 20_000
    /// Schedules a child runs before the next one takes over.
    package var batch = 1_000
    /// Real time without a step after which a thread counts as blocked elsewhere.
    package var stall = Duration.seconds(2)
    /// Skips the search with few preemptions, and samples nothing: for measuring.
    package var exhaustiveOnly = false
    /// Run only this phase: for measuring. See `Phase.name`.
    package var onlyPhase: String?
    /// Whether what was found is made simple and replayed for its trace: false for measuring.
    package var describes = true

    package init() {}
  }

  /// What exploring came to.
  package struct Result: Sendable {
    /// Schedules that ran, those that turned out redundant not counted.
    package var schedules = 0
    /// Schedules that repeated others.
    package var redundant = 0
    /// Of the schedules, those that crashed or computed without end.
    package var cutShort = 0
    /// Every order of conflicting operations was tried.
    package var isExhausted = false
    /// Up to this many preemptions everything was tried; nil when there was no bound.
    package var bound: Int?
    /// The first of each thing that is wrong, with the fewest preemptions.
    package var findings: [Finding] = []
    /// Schedules until the first finding; nil without any.
    package var schedulesToFirstFinding: Int?
    /// What the runtime saw that teaches and decides nothing.
    package var notes: [Note] = []
    package var checks: [String: Int] = [:]
    package var violations: [String: Int] = [:]
    package var notCheckedReason: String?
    package var virtualNanoseconds: UInt64 = 0
    package var elapsed = Duration.zero
    /// How the schedules were chosen, in order: phase name and schedules.
    package var phases: [(name: String, schedules: Int)] = []

    package init() {}
  }

  /// Explores `body`, which runs on the main thread once a schedule and may start clients, threads,
  /// tasks, and work on queues.
  package static func run(options: Options, body: @escaping () -> Void) -> Result {
    Explorer(options: options, body: body).explore()
  }

  /// Runs one schedule again, and says what it leads to, with a full trace.
  ///
  /// - Returns: nil findings' schedule text is `schedule`; `diverged` if the program is not the one
  ///   that the schedule was made with.
  package static func replay(
    _ schedule: String, options: Options, body: @escaping () -> Void
  ) -> (findings: [Finding], diverged: Bool) {
    Explorer(options: options, body: body).replay(text: schedule)
  }

  /// How hard the schedule under way is to follow so far; nil where none is being searched or replayed.
  package static var size: Minimisation.Size? {
    guard ScheduleRunner.strategy != nil else { return nil }
    let progress = SharedState.it.progress.pointee
    return .init(preemptions: progress.preemptions, steps: progress.steps)
  }

  /// Counts a check of `criterion`. Call in the body, while a schedule is under way.
  ///
  /// - Parameters:
  ///   - failure: The sentence if it failed, else nil.
  ///   - places: What holds an object that should be gone; nil where that is not what failed.
  package static func check(_ criterion: String, failure: String?, places: [Place]? = nil) {
    let shared = SharedState.it
    var index = 0
    while index < shared.progress.pointee.criterionCount,
      !shared.criteria[index].name.matches(criterion)
    {
      index += 1
    }
    guard index < SharedState.criterionCapacity else { return }
    if index == shared.progress.pointee.criterionCount {
      shared.criteria[index] = .init(name: Fixed64(criterion))
      shared.progress.pointee.criterionCount += 1
    }
    shared.criteria[index].checks += 1
    guard let failure else { return }
    shared.criteria[index].violations += 1
    let count = shared.progress.pointee.violationCount
    guard count < SharedState.violationCapacity else { return }
    let text = Fixed512(failure)
    shared.violations[count] = .init(
      criterion: Fixed64(criterion), length: UInt32(failure.utf8.count), text: text,
      isLeak: places != nil, places: PlaceList(places ?? []))
    shared.progress.pointee.violationCount += 1
  }
}
