import CScheduler
import Search

/// Of all schedules that lead to the same, the one that is easiest to follow.
extension Explorer {
  /// What one thing that was found may cost: so many bounds, and so many schedules each. Counted, not
  /// timed, so that two runs show the same schedule.
  private static let highestBound = 3
  private static let schedulesABound = 1_000
  /// A schedule that ends its process counts as so many.
  private static let costOfDeath = 20

  /// Looks for schedules with fewer preemptions that lead to the same, and among those of the fewest for
  /// the one with the fewest steps.
  func simplify() {
    // Each search for what computes without end would cost the stall time.
    for index in found.indices where found[index].race == nil && found[index].key != Self.busyKey {
      var minimisation = Minimisation(from: found[index].size, highestBound: Self.highestBound)
      while let strategy = minimisation.nextSearch(memory: shared.search) {
        if let other = search(for: found[index].key, strategy), minimisation.meets(other.size) {
          found[index] = other
        }
      }
    }
  }

  /// The simplest schedule of a search that leads to one thing that was found already.
  private func search(for key: String, _ strategy: any Strategy) -> Found? {
    let saved = (known, found, shared.progress.pointee, result, points)
    defer {
      (known, found, shared.progress.pointee, result, points) = saved
      racesSeen = shared.c.pointee.race_count
      sought = nil
      configure()
    }
    sought = key
    ScheduleRunner.strategy = strategy
    shared.progress.pointee.isFinished = false
    shared.progress.pointee.index = 0
    shared.simplest.pointee.isSet = false
    var last = shared.progress.pointee.schedules + Self.schedulesABound
    var best: Found?
    func compare(_ other: Found) {
      if best.map({ other.size < $0.size }) ?? true { best = other }
    }
    while !shared.progress.pointee.isFinished, shared.progress.pointee.schedules < last,
      points == saved.4, result.notCheckedReason == nil
    {
      known.remove(key)
      found = []
      let end = runChild(upTo: last)
      account(end, strategy)
      if case .died = end { last -= Self.costOfDeath }
      found.filter { $0.key == key }.forEach(compare)
    }
    if shared.simplest.pointee.isSet { compare(simplest(key, points: saved.4)) }
    return best
  }

  /// What the child's simplest schedule came to.
  private func simplest(_ key: String, points: [Int]) -> Found {
    let simplest = shared.simplest.pointee
    let schedule = ScheduleRunner.schedule(
      UnsafeBufferPointer(start: shared.simplestChoices, count: simplest.choiceCount),
      points: points)
    var finding = finding(for: simplest.violation)
    finding.schedule = schedule.text
    return Found(finding: finding, key: key, schedule: schedule, size: simplest.size, race: nil)
  }

  /// In a child, after a schedule: keeps it if it leads to what is sought and none was simpler.
  func keepIfSimplest() {
    let progress = shared.progress.pointee
    guard !progress.choicesOverflowed else { return }
    for index in 0..<progress.violationCount
    where key(of: shared.violations[index]) == sought {
      let size = Minimisation.Size(preemptions: progress.preemptions, steps: progress.steps)
      guard !shared.simplest.pointee.isSet || size < shared.simplest.pointee.size else { return }
      shared.simplestChoices.update(from: shared.choices, count: progress.choiceCount)
      shared.simplest.pointee = .init(
        isSet: true, size: size, choiceCount: progress.choiceCount,
        violation: shared.violations[index])
      return
    }
  }
}
