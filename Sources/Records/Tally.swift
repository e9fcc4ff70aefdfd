/// The counts of one scenario under one driver: the evidence of a verdict.
package struct Tally: Codable, Sendable, Equatable {
  /// The scenario's title.
  package var scenario: String
  /// Who drove the clients.
  package var driver: ClientDriver
  /// How many schedules (explore) or rounds (stress, sanitize) ran.
  package var runs: Int
  /// How many of those crashed, or computed without end: of what would have come they say nothing.
  package var cutShort: Int
  /// How many times each criterion was put to the test, by criterion id.
  package var checks: [String: Int]
  /// How many of those failed, by criterion id.
  package var violations: [String: Int]
  /// True if every schedule up to `bound` ran: a proof within the stated limits.
  package var exhausted: Bool
  /// The preemption bound that was reached; nil is no bound.
  package var bound: Int?
  /// Virtual time that passed, in milliseconds; nil in real arenas.
  package var virtualMilliseconds: Int?
  /// Real time that passed, in milliseconds. Never compared between runs.
  package var milliseconds: Int
  /// Why the scenario says nothing, where it does: for instance that a thread blocked where
  /// the scheduler cannot see it.
  package var notCheckedReason: String?

  package init(
    scenario: String, driver: ClientDriver, runs: Int = 0, cutShort: Int = 0,
    checks: [String: Int] = [:],
    violations: [String: Int] = [:], exhausted: Bool = false, bound: Int? = nil,
    virtualMilliseconds: Int? = nil, milliseconds: Int = 0, notCheckedReason: String? = nil
  ) {
    self.scenario = scenario
    self.driver = driver
    self.runs = runs
    self.cutShort = cutShort
    self.checks = checks
    self.violations = violations
    self.exhausted = exhausted
    self.bound = bound
    self.virtualMilliseconds = virtualMilliseconds
    self.milliseconds = milliseconds
    self.notCheckedReason = notCheckedReason
  }
}
