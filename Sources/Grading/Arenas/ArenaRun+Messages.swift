package import Records

extension ArenaRun {
  /// The scenario and driver that a message belongs to.
  package struct Situation: Sendable, Hashable {
    /// The scenario's title.
    package var scenario: String
    /// Who drove the clients.
    package var driver: ClientDriver

    package init(scenario: String, driver: ClientDriver) {
      self.scenario = scenario
      self.driver = driver
    }
  }

  /// Everything that was found, in order.
  package var findings: [Finding] {
    messages.compactMap { if case .found(let finding) = $0 { finding } else { nil } }
  }

  /// The counts of the scenarios that came to their end, in order.
  package var tallies: [Tally] {
    messages.compactMap { if case .ended(let tally) = $0 { tally } else { nil } }
  }

  /// What teaches but decides nothing, in order.
  package var notes: [Note] {
    messages.compactMap { if case .note(let note) = $0 { note } else { nil } }
  }

  /// The titles that the process said it was going to run.
  package var announced: [String] {
    messages.lazy.compactMap { if case .hello(let titles) = $0 { titles } else { nil } }.first ?? []
  }

  /// True if all scenarios came to their end, by the process's own word and by the count.
  package var isFinished: Bool {
    guard end == .exited(code: 0), case .finished(let count)? = messages.last else { return false }
    return count == announced.count && began.count == tallies.count
  }

  /// The scenarios that began, in order.
  package var began: [Situation] {
    messages.compactMap {
      if case .began(let scenario, let driver) = $0 {
        Situation(scenario: scenario, driver: driver)
      } else {
        nil
      }
    }
  }

  /// What was running when the process ended: the last that began, if it did not end.
  package var running: Situation? {
    guard let last = began.last,
      !tallies.contains(where: { $0.scenario == last.scenario && $0.driver == last.driver })
    else { return nil }
    return last
  }
}
