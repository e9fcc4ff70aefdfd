import CScheduler
import Records
import Search

/// One exploration, as the process sees it that outlives the schedules.
final class Explorer {
  let options: Exploration.Options
  let body: () -> Void
  let shared = SharedState.it
  var result = Exploration.Result()
  /// Racing instructions that are scheduling points now, relative to the executable.
  var points: [Int] = []
  /// What was found already, by key.
  var known: Set<String> = []
  var found: [Found] = []
  /// The key of what the simplest schedule is looked for, if one is.
  var sought: String?
  /// The key of a thread that computes without end.
  static let busyKey = "busy"
  /// How long a child may stand still.
  var stall: Duration
  private var startTime: UInt64 = 0
  private var limit = 0
  private var batch = 0
  /// Where the body ran once, so that no schedule differs from the next because something was set
  /// up for the first time.
  enum WarmUp {
    /// In this process, before its children.
    case here
    /// In each child, before its schedules.
    case inEachChild
    /// Nowhere: each child runs one schedule.
    case never
  }
  var warmUp = WarmUp.never
  var racesSeen: UInt32 = 0
  /// True once a child ran: a first run that took all the time must not leave nothing to judge.
  private var hasRun = false
  /// Schedules that crashed, or computed without end.
  private var cutShort = 0
  /// Whether a schedule ended and nobody knows what the other threads were about to do.
  private var wasCutOff = false
  /// Phases before this one ran with fewer scheduling points.
  var firstCounted = 0

  /// A finding and how it came about.
  struct Found {
    var finding: Finding
    var key: String
    var schedule: Schedule
    var size: Minimisation.Size
    var race: rs_race?
  }

  /// How a child ended.
  enum End {
    /// It ran its batch, or what there was.
    case batch
    /// It stopped after a schedule that has something new.
    case found
    /// The schedule killed it.
    case died(status: Int32)
    /// It stood still, waiting for something outside.
    case blocked
    /// It computed without end, and without a step.
    case busy
  }

  init(options: Exploration.Options, body: @escaping () -> Void) {
    self.options = options
    self.body = body
    stall = options.stall
  }

  func explore() -> Exploration.Result {
    begin()
    warm()
    var restarts = 0
    search: while true {
      let before = points.count
      for phase in phases() {
        if isOver { break }
        if run(phase) {
          // A schedule that was cut off says nothing about what would have come after.
          result.isExhausted = !wasCutOff
          break
        }
        if points.count > before {
          restarts += 1
          firstCounted = result.phases.count
          if restarts < 40 { continue search }
        }
      }
      break
    }
    countChecks()
    if options.describes {
      simplify()
      describeAll()
    }
    finish()
    return result
  }

  private func phases() -> [Phase] {
    Phase.all(options, memory: shared.search) { self.shared.progress.pointee.longest }
  }

  func begin() {
    ScheduleRunner.install()
    LockCode.show()
    startTime = rs_real_time()
    limit = options.maximumSchedules
    batch = options.batch
    shared.progress.pointee = .init()
    shared.c.pointee.race_count = 0
    shared.c.pointee.remark_count = 0
    shared.c.pointee.watches_blocks = false
    configure()
  }

  func configure() {
    let settings = rs_settings_get()!
    settings.pointee.detect_races = options.detectsRaces
    settings.pointee.access_points = options.accessPoints
    settings.pointee.spurious_wakes = options.spuriousWakes
    settings.pointee.pool_width = UInt32(clamping: options.poolWidth)
    settings.pointee.global_width = UInt32(clamping: options.globalWidth)
    settings.pointee.step_bound = UInt32(options.stepBound)
    settings.pointee.random_seed = options.seed
    settings.pointee.trace_frames = false
    rs_points_clear()
    for point in points { rs_points_add(UInt(point) + rs_image_base()) }
  }

  var elapsedNanoseconds: UInt64 { rs_real_time() - startTime }

  private var isOver: Bool {
    shared.progress.pointee.schedules >= limit || result.notCheckedReason != nil
      || hasRun && elapsedNanoseconds > nanoseconds(options.budget)
  }

  func nanoseconds(_ duration: Duration) -> UInt64 {
    UInt64(duration.components.seconds) * 1_000_000_000
      + UInt64(duration.components.attoseconds / 1_000_000_000)
  }

  // MARK: Phases

  /// Runs a phase to its end, its limit, or the first new race. Returns whether all was seen.
  private func run(_ phase: Phase) -> Bool {
    let first = shared.progress.pointee.schedules
    let strategy = phase.make()
    ScheduleRunner.strategy = strategy
    shared.progress.pointee.index = 0
    shared.progress.pointee.isFinished = false
    let pointsBefore = points.count
    let last = first + phase.limit
    while !shared.progress.pointee.isFinished, !isOver,
      shared.progress.pointee.schedules < last, points.count == pointsBefore
    {
      let end = runChild(upTo: min(last, limit))
      account(end, strategy)
      // What did no harm so far may run longer before it gets a fresh process.
      if case .batch = end { batch = min(batch * 2, 20_000) } else { batch = options.batch }
    }
    let ran = shared.progress.pointee.schedules - first
    result.phases.append((phase.name, ran))
    guard shared.progress.pointee.isFinished, points.count == pointsBefore else { return false }
    if strategy.isExhausted, let bound = phase.bound { result.bound = bound }
    if phase.isComplete(strategy) {
      result.bound = nil
      return true
    }
    return false
  }

  /// Forks a child that runs schedules until one is bad, new, or the last of its batch.
  func runChild(upTo last: Int) -> End {
    let racesBefore = shared.c.pointee.race_count
    shared.c.pointee.report.outcome = 0
    hasRun = true
    rs_output_prepare()
    let child = rs_fork()
    if child == 0 { runBatch(upTo: last, racesBefore: racesBefore) }
    guard child > 0 else {
      result.notCheckedReason = "no process could be started"
      return .batch
    }
    let status = rs_wait(child, UInt32(nanoseconds(stall) / 1_000_000))
    if status == RS_WAIT_BLOCKED { return .blocked }
    if status == RS_WAIT_BUSY { return .busy }
    if status & 0x7f == 0 {
      let code = (status >> 8) & 0xff
      if code == Int32(ChildStatus.batch.rawValue), !shared.progress.pointee.isInSchedule {
        return .batch
      }
      if code == Int32(ChildStatus.found.rawValue), !shared.progress.pointee.isInSchedule {
        return .found
      }
    }
    return .died(status: status)
  }

  enum ChildStatus: Int32 {
    case batch = 41
    case found = 42
  }

  private func runBatch(upTo last: Int, racesBefore: UInt32) -> Never {
    let progress = shared.progress
    rs_output_capture()
    if warmUp == .inEachChild { warmHere() }
    let strategy = ScheduleRunner.strategy!
    var left = warmUp == .never ? 1 : batch
    while left > 0, progress.pointee.schedules < last {
      progress.pointee.isInSchedule = true
      strategy.beginSchedule(progress.pointee.index)
      let clean = ScheduleRunner.run(body)
      if progress.pointee.violationCount > 0 {
        if sought != nil { keepIfSimplest() }
        if hasNewViolation() { endAndExit(strategy) }
      }
      if shared.c.pointee.race_count > racesBefore { endAndExit(strategy) }
      endSchedule(strategy)
      rs_output_trim()
      if progress.pointee.isFinished || !clean { break }
      left -= 1
      if left & 63 == 0, elapsedNanoseconds > nanoseconds(options.budget) { break }
    }
    rs_exit(ChildStatus.batch.rawValue)
  }

  private func endAndExit(_ strategy: any Strategy) -> Never {
    endSchedule(strategy)
    rs_exit(ChildStatus.found.rawValue)
  }

  func endSchedule(_ strategy: any Strategy) {
    let progress = shared.progress
    progress.pointee.isInSchedule = false
    if strategy.isRedundant {
      progress.pointee.redundant += 1
    } else {
      progress.pointee.schedules += 1
    }
    progress.pointee.index += 1
    progress.pointee.isFinished = !strategy.endSchedule()
    if let replay = strategy as? Replay { progress.pointee.diverged = replay.diverged }
  }

  private func hasNewViolation() -> Bool {
    for index in 0..<shared.progress.pointee.violationCount {
      let key = key(of: shared.violations[index])
      if key != sought, !known.contains(key) { return true }
    }
    return false
  }

  // MARK: Ends

  /// Takes in what a child left behind.
  func account(_ end: End, _ strategy: any Strategy) {
    let wasInSchedule = shared.progress.pointee.isInSchedule
    takeViolations()
    switch end {
    case .batch, .found: break
    case .blocked:
      result.notCheckedReason = "a thread blocked where the scheduler cannot see it"
    case .busy:
      // Each such schedule costs the whole stall time: one is enough.
      limit = min(limit, shared.progress.pointee.schedules)
      if !strategy.isRedundant { cutShort += 1 }
      wasCutOff = true
      add(key: Self.busyKey) {
        Finding(
          kind: .timeout, scenario: options.scenario, driver: options.driver,
          message: "a thread computes without end")
      }
    case .died(let status): takeDeath(status, isCounted: !strategy.isRedundant)
    }
    takeRaces()
    if wasInSchedule {
      shared.progress.pointee.isInSchedule = false
      endSchedule(strategy)
    }
    if !found.isEmpty, result.schedulesToFirstFinding == nil {
      result.schedulesToFirstFinding = shared.progress.pointee.schedules
      limit = min(limit, shared.progress.pointee.schedules + options.maximumSchedulesAfterFailure)
    }
  }

  private func takeViolations() {
    for index in 0..<shared.progress.pointee.violationCount {
      let violation = shared.violations[index]
      add(key: key(of: violation)) { finding(for: violation) }
    }
  }

  func key(of violation: SharedState.Violation) -> String {
    "invariant \(violation.criterion.text)"
  }

  func finding(for violation: SharedState.Violation) -> Finding {
    Finding(
      kind: violation.isLeak ? .leak : .invariant, criterion: violation.criterion.text,
      scenario: options.scenario, driver: options.driver, message: violation.text.text,
      places: violation.places.places)
  }

  private func takeRaces() {
    let count = shared.c.pointee.race_count
    guard count > racesSeen else { return }
    for index in Int(racesSeen)..<Int(count) {
      let race = shared.c.pointee.races[index]
      add(key: raceKey(race), race: race) { self.finding(for: race) }
      guard options.followsRaces else { continue }
      for pc in [race.first.pc, race.second.pc] where pc > rs_image_base() {
        let offset = Int(pc - rs_image_base())
        if !points.contains(offset) { points.append(offset) }
      }
    }
    racesSeen = count
    configure()
  }

  /// One race a pair of instructions.
  func raceKey(_ race: rs_race) -> String { "race \(race.first.pc) \(race.second.pc)" }

  private func takeDeath(_ status: Int32, isCounted: Bool) {
    let report = shared.c.pointee.report
    var words = StepWording(shared: shared)
    guard let outcome = Outcome(report: report, status: status, shared: shared, words: &words)
    else { return }
    if let reason = outcome.notCheckedReason {
      result.notCheckedReason = reason
      return
    }
    if isCounted, outcome.kind == .crash { cutShort += 1 }
    // Of a death that the runtime saw itself, the search knows what others were about to do.
    wasCutOff = wasCutOff || status != Int32(RS_EXIT_SEEN) << 8
    // A crashed or stuck schedule costs a process; count it as what it costs.
    limit -= min(20, limit / 50)
    add(key: outcome.key) {
      Finding(
        kind: outcome.kind, scenario: options.scenario, driver: options.driver,
        message: outcome.message, places: outcome.places, waits: outcome.waits)
    }
  }

  func add(key: String, race: rs_race? = nil, _ make: () -> Finding) {
    guard known.insert(key).inserted else { return }
    var finding = make()
    let schedule = ScheduleRunner.schedule(points: points)
    // One that is longer than what is kept of it cannot be run again.
    finding.schedule = shared.progress.pointee.choicesOverflowed ? nil : schedule.text
    found.append(
      Found(
        finding: finding, key: key, schedule: schedule,
        size: .init(
          preemptions: shared.progress.pointee.preemptions, steps: shared.progress.pointee.steps),
        race: race))
  }

  // MARK: The end

  /// Keeps the counts of the search: what runs after it, to show what was found, counts for nothing.
  private func countChecks() {
    result.cutShort = cutShort
    for index in 0..<shared.progress.pointee.criterionCount {
      let count = shared.criteria[index]
      result.checks[count.name.text] = count.checks
      if count.violations > 0 { result.violations[count.name.text] = count.violations }
    }
  }

  private func finish() {
    result.schedules = shared.progress.pointee.schedules
    result.redundant = shared.progress.pointee.redundant
    result.findings = found.map(\.finding)
    result.notes = Remarks.notes(in: shared.c.pointee)
    noteWorth()
    result.virtualNanoseconds = shared.c.pointee.virtual_time
    result.elapsed = .nanoseconds(Int64(elapsedNanoseconds))
  }
}
