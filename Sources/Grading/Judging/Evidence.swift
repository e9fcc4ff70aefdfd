package import Records

/// What a verdict rests on: one scenario in one arena.
package struct Evidence: Codable, Sendable, Equatable {
  /// Which arena ran.
  package var arena: ArenaKind
  /// Who drove the clients.
  package var driver: ClientDriver
  /// The scenario's title.
  package var scenario: String
  /// Schedules (explore) or rounds (stress, sanitize) that ran to their end.
  package var schedules: Int
  /// True if every schedule up to `bound` ran.
  package var exhausted: Bool
  /// The preemption bound; nil is no bound.
  package var bound: Int?
  /// How often the criterion was broken.
  package var violations: Int
  /// Real time in seconds. Not part of what two runs must agree on.
  package var seconds: Double
  /// Virtual time in seconds; nil in real arenas.
  package var virtualSeconds: Double?

  package init(
    arena: ArenaKind, driver: ClientDriver, scenario: String, schedules: Int, exhausted: Bool,
    bound: Int? = nil, violations: Int, seconds: Double, virtualSeconds: Double? = nil
  ) {
    self.arena = arena
    self.driver = driver
    self.scenario = scenario
    self.schedules = schedules
    self.exhausted = exhausted
    self.bound = bound
    self.violations = violations
    self.seconds = seconds
    self.virtualSeconds = virtualSeconds
  }
}
