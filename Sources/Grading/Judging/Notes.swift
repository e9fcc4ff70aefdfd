import Records

/// The lines below the verdicts: what teaches or warns, and decides nothing.
struct Notes {
  let witnesses: Witnesses
  /// What was found and counts against nothing that this kata judges.
  let uncharged: [Witness]
  /// Criteria that findings name and the kata does not have.
  let strangers: [String]

  /// Each line once, sorted by where it comes from and then by its text.
  var lines: [String] {
    let runs = [witnesses.explore, witnesses.stress, witnesses.sanitize].compactMap { $0 }
    let seen = runs.flatMap(\.notes).map { SafeText.withoutControls($0.message) }
    return unique(seen) + unique(explored) + unique(sums) + unique(sanitizerOnly) + unique(distrust)
      + strangers.map { "the harness judges '\($0)', which kata.json does not have" }
  }

  /// What the search found and this kata does not judge.
  private var explored: [String] {
    uncharged.filter { $0.arena == .explore }.map { witness in
      let finding = witness.finding
      let message = SafeText.withoutControls(finding.message)
      return "not judged here, but seen in '\(finding.scenario)': \(message)"
    }
  }

  /// What stopped the stress run, though no schedule does it.
  private var sums: [String] {
    guard witnesses.explore?.isFinished == true else { return [] }
    return (witnesses.stress?.findings ?? []).filter(witnesses.isSum).map {
      "the stress run was cut short: \($0.message); its rounds add up, so that says nothing of any one"
    }
  }

  /// What ThreadSanitizer alone saw. It has false alarms, and they come and go with the machine's load:
  /// of a race in a scenario that was explored whole nothing is said.
  private var sanitizerOnly: [String] {
    guard let explore = witnesses.explore else { return [] }
    return (witnesses.sanitize?.findings ?? []).compactMap { finding in
      let lead = "under ThreadSanitizer only, in '\(finding.scenario)': "
      guard finding.kind == .race else {
        let isKnown = explore.findings.contains { $0.scenario == finding.scenario }
        return finding.kind == .invariant || isKnown ? nil : lead + finding.message
      }
      let explored = witnesses.exploredCounterparts(of: finding)
      let isWhole = !explored.isEmpty && explored.allSatisfy { $0.exhausted && $0.bound == nil }
      guard !witnesses.exploreFoundRace, !isWhole else { return nil }
      let sides = finding.places.compactMap { place -> String? in
        guard let file = place.file, let line = place.line else { return nil }
        return "\(place.what) at \(file):\(line)"
      }
      return lead + "a race" + (sides.isEmpty ? "" : " (\(sides.joined(separator: ", ")))")
        + ", which the search did not find; it has false alarms, so it does not count"
    }
  }

  private var distrust: [String] {
    witnesses.distrusted.map { "the \($0.key.rawValue) run cannot be believed: \($0.value)" }
  }

  private func unique(_ lines: [String]) -> [String] {
    Array(Set(lines)).sorted()
  }
}
