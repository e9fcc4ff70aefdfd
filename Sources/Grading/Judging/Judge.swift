import Records

/// Turns runs into verdicts. Pure: stored runs can be judged again, and times decide nothing.
///
/// A criterion fails by a finding and passes by positive evidence: every scenario came to its
/// end, and the criterion was put to the test. In between it is not checked, and says why. The
/// explore arena decides wherever it ran. The stress arena can only break what the search did
/// not exhaust: otherwise one of the two is wrong, and nothing is claimed. ThreadSanitizer
/// decides races only where nothing was explored, since it has false alarms.
package struct Judge: Sendable {
  /// What is judged.
  package let kata: Kata
  private let seed: UInt64
  private let digest: String
  private let timeline: Timeline
  private let diagnosis: FailureDiagnosis
  private let blindSpots: [String]

  /// - Parameters:
  ///   - kata: What is judged.
  ///   - seed: Where the runs' values came from; for tokens.
  ///   - digest: What submission, kata and toolchain add up to; for tokens.
  ///   - sources: The text of the candidate's files by name; for timelines.
  ///   - blindSpots: What the candidate uses that no race detector can see, in words.
  package init(
    kata: Kata, seed: UInt64, digest: String, sources: [String: String], blindSpots: [String] = []
  ) {
    self.blindSpots = blindSpots
    self.kata = kata
    self.seed = seed
    self.digest = digest
    let members = Set(kata.contract.members)
    timeline = Timeline(sources: sources, members: members)
    diagnosis = FailureDiagnosis(files: Set(sources.keys), members: members)
  }

  /// Judges all criteria by all runs.
  package func judge(_ runs: [ArenaRun]) -> Judgement {
    let witnesses = Witnesses(runs)
    let charge = Charge(kata: kata, witnesses: witnesses)
    var charges: [String: [Witness]] = [:]
    var uncharged: [Witness] = []
    for witness in witnesses.all {
      let ids = charge.criteria(chargedBy: witness)
      if ids.isEmpty { uncharged.append(witness) }
      for id in ids {
        charges[id, default: []].append(witness)
      }
    }
    let criteria = kata.criteria.map { criterion in
      result(for: criterion, charges[criterion.id] ?? [], witnesses, charge)
    }
    let score = Score(criteria)
    let strangers = Set(charges.keys).subtracting(kata.criteria.map(\.id)).sorted()
    let notes = Notes(witnesses: witnesses, uncharged: uncharged, strangers: strangers).lines
    let isFaulty = !strangers.isEmpty || !witnesses.distrusted.isEmpty
    return Judgement(
      criteria: criteria, layers: LayerResult.all(of: kata, criteria), notes: notes, score: score,
      graderFault: isFaulty && score.outcome == .notChecked)
  }

  private func result(
    for criterion: Kata.Criterion, _ charges: [Witness], _ witnesses: Witnesses, _ charge: Charge
  ) -> CriterionResult {
    var result = CriterionResult(
      id: criterion.id, title: criterion.title, bonus: criterion.bonus ?? false, points: 0,
      possible: criterion.points, verdict: .notChecked,
      evidence: EvidenceList(criterion: criterion, witnesses: witnesses, charges: charges).entries)
    let proof = Proof(
      criterion: criterion, witnesses: witnesses, charge: charge, blindSpots: blindSpots)
    let (convicting, contradicted) = proof.weigh(charges)
    if let witness = Witness.clearest(of: convicting) {
      result.verdict = .failed
      result.failure = failure(of: criterion, by: witness)
    } else if let witness = contradicted.first {
      result.reason = proof.contradiction(by: witness)
    } else if let reason = proof.missing {
      result.reason = reason
    } else {
      result.verdict = .passed
      result.points = criterion.points
      result.sampled = proof.isSampled
    }
    return result
  }

  private func failure(of criterion: Kata.Criterion, by witness: Witness) -> Failure {
    let finding = witness.finding
    let token = finding.schedule.map { schedule in
      Token(
        kata: kata.id,
        replay: Job.Replay(
          scenario: finding.scenario, driver: finding.driver, schedule: schedule),
        seed: seed, digest: digest, criterion: criterion.id
      ).text
    }
    return Failure(
      kind: finding.kind, arena: witness.arena, scenario: finding.scenario, driver: finding.driver,
      message: SafeText.withoutControls(finding.message),
      cause: criterion.cause(of: finding), diagnosis: diagnosis.cause(of: finding),
      places: finding.places, token: token,
      timeline: timeline.rows(of: finding))
  }
}

extension Kata.Criterion {
  /// What is wrong: the kata's own words, where the finding is what they are about.
  fileprivate func cause(of finding: Finding) -> String {
    switch (finding.kind, basis) {
    case (.crash, .expectations):
      "The program did not survive the scenario, so what it should have done was not done."
    case (.deadlock, .expectations), (.livelock, .expectations), (.timeout, .expectations):
      "The scenario never came to its end: somebody waits for what never comes."
    case (.race, .crashes):
      "Two threads use the same variable at once, and one of them writes: a reference may be "
        + "released twice, or used after its object is gone. No run need show it for the program "
        + "to crash one day."
    default:
      cause
    }
  }
}
