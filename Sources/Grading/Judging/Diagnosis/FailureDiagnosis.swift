import Records

/// The cause of a failure in a sentence or two, read off the schedule that failed: not that the
/// balance is wrong, but that the lock was given back between the check and the subtraction. Pure.
struct FailureDiagnosis {
  private let spot: CodeSpot

  /// - Parameters:
  ///   - files: The names of the candidate's files.
  ///   - members: The signatures of the contract's members.
  init(files: Set<String>, members: Set<String>) {
    spot = CodeSpot(files: files, members: members)
  }

  /// The cause; nil where the schedule does not tell.
  func cause(of finding: Finding) -> String? {
    let sentence: String? =
      switch finding.kind {
      case .race: RaceDiagnosis(finding, story(of: finding)).sentence
      case .invariant: AtomicityDiagnosis(story(of: finding)).sentence
      case .deadlock: DeadlockDiagnosis(waits: finding.waits, spot: spot).sentence
      case .livelock, .crash, .leak, .timeout: nil
      }
    return sentence.map { SafeText.withoutControls($0.prefix(1).uppercased() + $0.dropFirst()) }
  }

  private func story(of finding: Finding) -> Story { Story(finding.trace, spot: spot) }
}
