import CScheduler
import Search

/// Of all schedules that lead to the same, the one that is easiest to follow.
extension Explorer {
  /// What one thing that was found may cost: so many bounds, and so many schedules each. Counted, not
  /// timed, so that two runs show the same schedule.
  private static let highestBound = 3
  private static let schedulesABound = 1_000
  /// So many schedules that lead there are compared.
  private static let hitsABound = 12

  /// Looks for schedules with fewer preemptions that lead to the same, and among those of the fewest for
  /// one with fewer steps.
  func simplify() {
    // Each search for what computes without end would cost the stall time.
    for index in found.indices where found[index].race == nil && found[index].key != Self.busyKey {
      // The first ones found take turns at every step; an interruption alone often does.
      consider(Opening(), limit: Opening.count, for: index)
      for bound in 0...Self.highestBound where bound <= found[index].preemptions {
        consider(
          BoundedSearch(bound: bound, memory: shared.search), limit: Self.schedulesABound,
          for: index)
        if found[index].preemptions <= bound { break }
      }
    }
  }

  private func consider(_ strategy: any Strategy, limit: Int, for index: Int) {
    if let other = search(for: found[index].key, strategy, limit: limit),
      other.isSimpler(than: found[index])
    {
      found[index] = other
    }
  }

  /// The simplest schedule of a strategy that leads to one thing that was found already.
  private func search(for key: String, _ strategy: any Strategy, limit: Int) -> Found? {
    let saved = (known, found, shared.progress.pointee, result, points)
    defer {
      (known, found, shared.progress.pointee, result, points) = saved
      racesSeen = shared.c.pointee.race_count
      configure()
    }
    ScheduleRunner.strategy = strategy
    shared.progress.pointee.isFinished = false
    shared.progress.pointee.index = 0
    var last = shared.progress.pointee.schedules + limit
    var best: Found?
    var hits = 0
    while !shared.progress.pointee.isFinished, shared.progress.pointee.schedules < last,
      hits < Self.hitsABound, points == saved.4, result.notCheckedReason == nil
    {
      known.remove(key)
      found = []
      let end = runChild(upTo: last)
      account(end, strategy)
      // Each of these costs a process.
      if case .died = end { last -= limit / 50 }
      guard let hit = found.first(where: { $0.key == key }) else { continue }
      hits += 1
      if best.map({ hit.isSimpler(than: $0) }) ?? true { best = hit }
    }
    return best
  }
}

extension Explorer.Found {
  /// Fewer preemptions, or as many and fewer steps.
  func isSimpler(than other: Explorer.Found) -> Bool {
    (preemptions, steps) < (other.preemptions, other.steps)
  }
}
