import Records

/// Weighs what was found against a criterion, and what is missing for it to pass.
struct Proof {
  let criterion: Kata.Criterion
  let witnesses: Witnesses
  let charge: Charge
  /// What the candidate uses that no race detector can see, in words.
  let blindSpots: [String]

  // MARK: - Against it

  /// Sorts findings into those that convict and those that the search contradicts.
  func weigh(_ charges: [Witness]) -> (convicting: [Witness], contradicted: [Witness]) {
    var convicting: [Witness] = []
    var contradicted: [Witness] = []
    for witness in charges {
      switch witness.arena {
      case .explore:
        convicting.append(witness)
      case .stress:
        // What many rounds add up to, no single schedule can contradict, and it convicts of nothing.
        if witnesses.explore != nil, witnesses.isSum(witness.finding) { continue }
        if isContradicted(witness.finding) {
          contradicted.append(witness)
        } else {
          convicting.append(witness)
        }
      case .sanitize where witnesses.explore == nil && witnesses.distrusted[.explore] == nil:
        convicting.append(witness)
      case .sanitize:
        // It goes with an explored race, or it is worth a note.
        break
      }
    }
    return (convicting, contradicted)
  }

  /// True if every schedule was run, and none did what really happened. Not where a race was
  /// found: what a racy program does for real, no model foretells.
  private func isContradicted(_ finding: Finding) -> Bool {
    guard let explore = witnesses.explore, explore.isFinished, !witnesses.exploreFoundRace else {
      return false
    }
    let explored = witnesses.exploredCounterparts(of: finding)
    // That somebody is late may be the machine's doing: it takes a schedule in which nobody ever comes back.
    let isLate = finding.kind == .timeout
    let isExhausted = explored.allSatisfy {
      (isLate || $0.exhausted && $0.bound == nil) && $0.notCheckedReason == nil
        && (criterion.basis != .expectations || $0.checks[criterion.id, default: 0] > 0)
    }
    return !explored.isEmpty && isExhausted
  }

  /// Why nothing is claimed when real threads and the search disagree.
  func contradiction(by witness: Witness) -> String {
    let finding = witness.finding
    let schedules = witnesses.exploredCounterparts(of: finding).reduce(0) { $0 + $1.runs }
    guard finding.kind != .timeout else {
      return
        "on real threads '\(finding.scenario)' did not come to its end in time (\(finding.message)), but "
        + "none of the \(schedules) schedules of it that were explored goes on for ever: the machine may be too "
        + "busy. Run it again"
    }
    return "real threads broke it in '\(finding.scenario)' (\(finding.message)), but all "
      + "\(schedules) schedules of it were explored and none did: either the model or the "
      + "machine is wrong. Please report this"
  }

  // MARK: - For it

  /// What is missing for a pass; nil if nothing is.
  var missing: String? {
    if criterion.needsExploring == true, witnesses.explore == nil {
      return witnesses.distrusted[.explore].map(Self.distrust)
        ?? "only the explore arena can decide it, and it did not run"
    }
    switch criterion.basis {
    case .expectations: return missingExpectations
    case .races: return missingRaces
    case .liveness, .crashes: return missing(in: witnesses.deciding)
    }
  }

  /// True if a pass rests on samples.
  var isSampled: Bool {
    let tallies = witnesses.tallies(.explore).filter {
      criterion.basis != .expectations || $0.checks[criterion.id, default: 0] > 0
    }
    return tallies.isEmpty || tallies.contains { !$0.exhausted }
  }

  private var missingRaces: String? {
    guard blindSpots.isEmpty else {
      return
        "it uses \(blindSpots.joined(separator: ", ")): what is read and written there is seen by no "
        + "race detector here, so that somebody has to look whether threads can meet there"
    }
    if witnesses.explore != nil || witnesses.distrusted[.explore] != nil {
      return missing(in: witnesses.explore)
    }
    guard witnesses.sanitize != nil || witnesses.distrusted[.sanitize] != nil else {
      return "no arena ran that can see races"
    }
    return missing(in: witnesses.sanitize)
  }

  private var missingExpectations: String? {
    if let reason = missing(in: witnesses.deciding, concerning: isConcerned) { return reason }
    if let stuck = stuckScenario {
      return "a call never comes back in '\(stuck)', so what holds afterwards cannot be told"
    }
    let checked = [ArenaKind.explore, .stress].contains { arena in
      witnesses.tallies(arena).contains { $0.checks[criterion.id, default: 0] > 0 }
    }
    return checked ? nil : "no run got far enough to put it to the test"
  }

  /// True if a scenario may put this criterion to the test.
  private func isConcerned(_ scenario: String) -> Bool {
    let known = witnesses.criteria(checkedBy: scenario)
    return known.isEmpty || known.contains(criterion.id)
  }

  /// A scenario that may put this criterion to the test and that somebody never comes back from.
  private var stuckScenario: String? {
    let kinds: Set<Finding.Kind> = [.deadlock, .livelock, .timeout]
    return witnesses.deciding?.findings.first {
      kinds.contains($0.kind) && isConcerned($0.scenario)
    }?.scenario
  }

  /// What a run lacks to speak for a criterion.
  private func missing(
    in run: ArenaRun?, concerning isConcerned: (String) -> Bool = { _ in true }
  ) -> String? {
    guard let run else {
      let reason = witnesses.distrusted[.explore] ?? witnesses.distrusted.values.sorted().first
      return reason.map(Self.distrust) ?? "nothing ran"
    }
    guard run.isFinished else {
      return run.running.map { "the run ended early, in '\($0.scenario)'" }
        ?? "the run ended early"
    }
    guard !run.tallies.isEmpty else { return "no scenario ran" }
    for tally in run.tallies where isConcerned(tally.scenario) {
      if let reason = tally.notCheckedReason {
        return "'\(tally.scenario)' says nothing: \(reason)"
      }
      // Without a run there may have been nothing to check, but no pass either.
      if tally.runs == 0 || criterion.basis != .expectations && tally.runs == tally.cutShort {
        return "no run of '\(tally.scenario)' came to its end"
      }
    }
    return nil
  }

  private static func distrust(_ reason: String) -> String {
    "the run cannot be believed: \(reason)"
  }
}
