import Records

/// Which criteria a finding counts against.
struct Charge {
  let kata: Kata
  let witnesses: Witnesses

  /// The ids; empty if it is worth a note only.
  func criteria(chargedBy witness: Witness) -> Set<String> {
    let finding = witness.finding
    // Under ThreadSanitizer some primitives behave differently: only its races count.
    if witness.arena == .sanitize && finding.kind != .race { return [] }
    if let id = finding.criterion { return [id] }
    switch finding.kind {
    case .race:
      return ofRaces
    case .deadlock, .livelock, .timeout:
      let liveness = ids(basis: .liveness)
      return liveness.isEmpty ? ofScenario(finding.scenario) : liveness
    case .crash where witness.arena == .stress && witnesses.isExplainedByRace:
      // Whether real threads die of it is chance, and so is the scenario in which they do.
      return ofRaces
    case .crash:
      let crashes = ids(basis: .crashes)
      let checked = expectations(checkedBy: finding.scenario)
      return crashes.isEmpty ? ofScenario(finding.scenario) : crashes.union(checked)
    case .invariant, .leak:
      return ofScenario(finding.scenario)
    }
  }

  /// The expectations that a scenario is known to put to the test.
  func expectations(checkedBy scenario: String) -> Set<String> {
    witnesses.criteria(checkedBy: scenario).intersection(ids(basis: .expectations))
  }

  /// Where races have no criterion of their own, they count as what they lead to: a reference that
  /// is released twice, or used when its object is gone.
  private var ofRaces: Set<String> {
    let races = ids(basis: .races)
    return races.isEmpty ? ids(basis: .crashes) : races
  }

  /// Those; the kata's first if the scenario never got far enough to tell.
  private func ofScenario(_ scenario: String) -> Set<String> {
    let known = expectations(checkedBy: scenario)
    if !known.isEmpty { return known }
    let first = kata.criteria.first { $0.basis == .expectations && $0.bonus != true }
    return first.map { [$0.id] } ?? []
  }

  private func ids(basis: Kata.Criterion.Basis) -> Set<String> {
    Set(kata.criteria.filter { $0.basis == basis }.map(\.id))
  }
}
