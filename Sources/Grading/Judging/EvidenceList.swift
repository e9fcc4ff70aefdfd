import Records

/// What one criterion's verdict rests on: every scenario, in every arena that can say something.
struct EvidenceList {
  let criterion: Kata.Criterion
  let witnesses: Witnesses
  /// What was found against it.
  let charges: [Witness]

  /// In the order of the arenas and of the runs.
  var entries: [Evidence] {
    arenas.flatMap { arena in
      witnesses.tallies(arena).filter(isAbout).map { evidence($0, arena) }
    }
  }

  /// The arenas that can see it.
  private var arenas: [ArenaKind] {
    switch criterion.basis {
    // ThreadSanitizer decides only where nothing was explored, and stops at its first report.
    case .races: witnesses.explore == nil ? [.sanitize] : [.explore]
    case .expectations, .liveness, .crashes: [.explore, .stress]
    }
  }

  private func isAbout(_ tally: Tally) -> Bool {
    criterion.basis != .expectations || tally.checks[criterion.id, default: 0] > 0
  }

  private func evidence(_ tally: Tally, _ arena: ArenaKind) -> Evidence {
    let found = charges.count {
      $0.arena == arena && $0.finding.scenario == tally.scenario
        && $0.finding.driver == tally.driver
    }
    return Evidence(
      arena: arena, driver: tally.driver, scenario: tally.scenario, schedules: tally.runs,
      exhausted: arena == .explore && tally.exhausted, bound: tally.bound,
      violations: max(tally.violations[criterion.id, default: 0], found),
      seconds: Double(tally.milliseconds) / 1000,
      virtualSeconds: tally.virtualMilliseconds.map { Double($0) / 1000 })
  }
}
