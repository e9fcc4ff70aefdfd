import CScheduler
import Records
import Search

extension Explorer {
  /// Replays every finding for its trace and stacks. One that need not show itself again keeps no schedule:
  /// what a race does to memory is chance, and so is whether the program dies of it.
  func describeAll() {
    let isRacy = found.contains { $0.race != nil }
    for index in found.indices {
      // It is known to compute without end; where it got to shows soon.
      stall = found[index].key == Self.busyKey ? options.stall / 4 : options.stall
      defer { stall = options.stall }
      let end = replay(found[index].schedule, for: found[index].race)
      if !shows(found[index].key, end) || isRacy && Outcome.isDamage(found[index].key) {
        found[index].finding.schedule = nil
      }
      var words = StepWording(shared: shared)
      found[index].finding.trace = trace(keeping: found[index].race, &words)
      if case .died(let status) = end { describeWaits(at: index, status: status, &words) }
      if found[index].finding.kind == .leak {
        // Where things were made is known only now.
        let places = shared.places(ofViolationOf: found[index].finding.criterion ?? "")
        if !places.isEmpty { found[index].finding.places = places }
      }
      if let race = found[index].race {
        let counts = (
          Int(shared.c.pointee.race_frame_counts.0), Int(shared.c.pointee.race_frame_counts.1)
        )
        let (first, second) = raceFrames()
        found[index].finding.places = [
          place(of: race.first, step: step(of: race.first), frames: first.prefix(counts.0)),
          place(of: race.second, step: step(of: race.second), frames: second.prefix(counts.1)),
        ]
      }
    }
  }

  /// Whether the schedule that ran last led to what has this key.
  private func shows(_ key: String, _ end: End) -> Bool {
    let violations = (0..<shared.progress.pointee.violationCount).map {
      self.key(of: shared.violations[$0])
    }
    let races = (0..<Int(shared.c.pointee.race_count)).map { raceKey(shared.c.pointee.races[$0]) }
    if violations.contains(key) || races.contains(key) { return true }
    switch end {
    case .busy: return key == Self.busyKey
    case .died(let status):
      var words = StepWording(shared: shared)
      return Outcome(
        report: shared.c.pointee.report, status: status, shared: shared, words: &words)?.key == key
    case .batch, .found, .blocked: return false
    }
  }

  /// Says who waits for what in the trace's own words, and lets the trace end with it.
  private func describeWaits(at index: Int, status: Int32, _ words: inout StepWording) {
    guard
      let outcome = Outcome(
        report: shared.c.pointee.report, status: status, shared: shared, words: &words),
      outcome.key == found[index].key, !outcome.places.isEmpty
    else { return }
    found[index].finding.places = outcome.places
    found[index].finding.waits = outcome.waits
    let count = found[index].finding.trace.last?.number ?? 0
    found[index].finding.trace += outcome.waits.enumerated().map {
      Step(number: count + 1 + $0.offset, place: $0.element.place, object: $0.element.object)
    }
  }

  /// The step that the trace holds of an access.
  private func step(of access: rs_access) -> Int? {
    let steps = UnsafeBufferPointer(
      start: shared.c.pointee.steps,
      count: min(Int(shared.c.pointee.step_count), SharedState.stepCapacity))
    return steps.firstIndex { $0.pc == access.pc && $0.thread == access.thread }
  }

  private func frames(ofStep index: Int) -> [UInt] {
    let all = UnsafeBufferPointer(
      start: shared.c.pointee.step_frames + index * Int(RS_STEP_FRAMES),
      count: Int(RS_STEP_FRAMES))
    return Array(all.prefix { $0 != 0 })
  }

  private func raceFrames() -> ([UInt], [UInt]) {
    withUnsafeBytes(of: &shared.c.pointee.race_frames) { raw in
      let words = Array(raw.bindMemory(to: UInt.self))
      return (Array(words[..<32]), Array(words[32...]))
    }
  }

  /// Runs one schedule in a child, tracing.
  @discardableResult
  func replay(_ schedule: Schedule, for race: rs_race? = nil) -> End {
    points = schedule.points
    configure()
    rs_settings_get().pointee.trace_frames = true
    if var race {
      rs_race_request(&race.first, &race.second)
    }
    // A warm-up in the child goes back to this many.
    let seen = racesSeen
    racesSeen = 0
    defer { racesSeen = seen }
    shared.c.pointee.race_count = 0
    let strategy = Replay(schedule)
    ScheduleRunner.strategy = strategy
    shared.progress.pointee.isFinished = false
    let end = runChild(upTo: .max)
    rs_settings_get().pointee.trace_frames = false
    return end
  }

  /// Replays a schedule's text, and takes in what comes of it.
  func replay(text: String) -> (findings: [Finding], diverged: Bool) {
    begin()
    guard let schedule = Schedule(text: text) else { return ([], true) }
    warm()
    let end = replay(schedule)
    var words = StepWording(shared: shared)
    let steps = trace(&words)
    account(end, Replay(schedule))
    for index in found.indices {
      found[index].finding.trace = steps
      found[index].finding.schedule = text
      if case .died(let status) = end { describeWaits(at: index, status: status, &words) }
    }
    return (found.map(\.finding), shared.progress.pointee.diverged)
  }

  /// A race before its stacks are known.
  func finding(for race: rs_race) -> Finding {
    let words = race.second.is_write && race.first.is_write ? "both write" : "one reads, one writes"
    let region =
      race.region == 0
      ? "the same object" : race.region == 1 ? "the same variable" : "the same global"
    return Finding(
      kind: .race, scenario: options.scenario, driver: options.driver,
      message: "two threads use \(region) at once, and nothing orders them: \(words)",
      places: [place(of: race.first), place(of: race.second)])
  }

  /// Where an access was made.
  ///
  /// - Parameters:
  ///   - step: Its step in the trace of the schedule that ran last, which knows who made it.
  ///   - frames: Its stack, if the trace does not have it.
  private func place(
    of access: rs_access, step: Int? = nil, frames: ArraySlice<UInt> = []
  ) -> Place {
    let what = "\(access.is_atomic ? "atomic " : "")\(access.is_write ? "write" : "read")"
    let stack = step.map { self.frames(ofStep: $0) } ?? Array(frames)
    return Place(
      what: what,
      thread: step.map { shared.actorName(shared.c.pointee.steps[$0]) }
        ?? threadName(Int(access.thread)),
      addresses: Addresses.inExecutable(stack.isEmpty ? [access.pc] : stack))
  }

  func threadName(_ id: Int) -> String { shared.threadName(id) }

  private static func isAccess(_ step: rs_step) -> Bool {
    step.op == RS_OP_READ || step.op == RS_OP_WRITE
  }

  /// The memory that somebody writes after another one touched it: what a story is about. What is
  /// set up once and only read afterwards is not, nor what a task alone has, on whatever thread.
  private static func changing(_ steps: UnsafeBufferPointer<rs_step>) -> Set<UInt32> {
    var first: [UInt32: Int] = [:]
    var changing: Set<UInt32> = []
    for step in steps where isAccess(step) {
      let actor = step.task > 0 ? -Int(step.task) : Int(step.thread)
      if actor != first[step.object, default: actor], step.op == RS_OP_WRITE {
        changing.insert(step.object)
      }
      if first[step.object] == nil { first[step.object] = actor }
    }
    return changing
  }

  /// The steps of the schedule that ran last.
  ///
  /// - Parameters:
  ///   - race: Its two accesses stay in, whatever they are.
  ///   - words: They get to know the objects in the order of the trace.
  func trace(keeping race: rs_race? = nil, _ words: inout StepWording) -> [Step] {
    let shared = self.shared
    let count = min(Int(shared.c.pointee.step_count), SharedState.stepCapacity, 5_000)
    let changing = Self.changing(UnsafeBufferPointer(start: shared.c.pointee.steps, count: count))
    return (0..<count).compactMap { index in
      let raw = shared.c.pointee.steps[index]
      let isPartOfStory =
        !Self.isAccess(raw) || raw.has_value & 8 != 0 || race?.has(raw) ?? false
        || (raw.has_value != 0 && changing.contains(raw.object))
      guard isPartOfStory else { return nil }
      let what = StepEffect(raw)
      return Step(
        number: index + 1,
        place: Place(
          what: words.what(raw), thread: shared.actorName(raw),
          addresses: Addresses.inExecutable(frames(ofStep: index))),
        detail: words.detail(raw), effect: what.effect,
        object: what.object == 0 ? nil : words.object(what.object), worker: Int(raw.thread))
    }
  }
}

extension rs_race {
  /// Whether a step is one of its two accesses, or the same instruction on the same thread.
  fileprivate func has(_ step: rs_step) -> Bool {
    [first, second].contains { $0.pc == step.pc && $0.thread == step.thread }
  }
}
