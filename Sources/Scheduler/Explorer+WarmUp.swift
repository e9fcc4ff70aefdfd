import CScheduler

extension Explorer {
  /// Runs the body once in a child; if that ends well, once here. If not, every schedule gets a
  /// process of its own, as fresh as the first.
  func warm() {
    guard !options.coldStart else { return }
    guard rs_switches_fast() else {
      // Threads that exist before a fork would not in the child.
      warmUp = .inEachChild
      return
    }
    ScheduleRunner.strategy = nil
    shared.progress.pointee.isInSchedule = true
    let child = rs_fork()
    if child == 0 {
      let clean = ScheduleRunner.run(body)
      rs_exit(clean ? ChildStatus.batch.rawValue : 1)
    }
    shared.progress.pointee.isInSchedule = false
    guard child > 0 else { return }
    let status = rs_wait(child, UInt32(nanoseconds(options.stall) / 1_000_000))
    forgetWarmUp(counts: [])
    // It had its time: the schedule that shows it need not have all of that again.
    if status == RS_WAIT_BUSY { stall /= 4 }
    guard status == ChildStatus.batch.rawValue << 8 else { return }
    warmHere()
    warmUp = .here
  }

  /// Runs the body once in this process, and forgets what came of it.
  func warmHere() {
    let strategy = ScheduleRunner.strategy
    let counts = (0..<shared.progress.pointee.criterionCount).map { shared.criteria[$0] }
    let (longest, threads) = (shared.progress.pointee.longest, shared.progress.pointee.threads)
    ScheduleRunner.strategy = nil
    _ = ScheduleRunner.run(body)
    ScheduleRunner.strategy = strategy
    forgetWarmUp(counts: counts, longest: longest, threads: threads)
  }

  private func forgetWarmUp(
    counts: [SharedState.CriterionCount], longest: Int = 0, threads: Int = 0
  ) {
    shared.c.pointee.race_count = racesSeen
    shared.progress.pointee.violationCount = 0
    // A first run is longer than others: what is counted must not depend on what ran before in this process.
    shared.progress.pointee.longest = longest
    shared.progress.pointee.threads = threads
    shared.progress.pointee.criterionCount = counts.count
    for (index, count) in counts.enumerated() { shared.criteria[index] = count }
  }
}
