/// What the outside asks one arena process to do; the first frame on the private channel.
package struct Job: Codable, Sendable, Equatable {
  /// Which arena this process is.
  package var arena: ArenaKind
  /// Whom the clients are driven by, in this order.
  package var drivers: [ClientDriver]
  /// The seed that every value and every random choice comes from.
  package var seed: UInt64
  /// Titles of the scenarios to run; empty means all.
  package var scenarios: [String]
  /// Which of those this process runs; the rest is others'.
  package var share: Share
  /// How much real time the whole job may take, in milliseconds. The process ends by itself;
  /// the outside kills it a while later.
  package var budgetMilliseconds: Int
  /// How long one scenario round or schedule may take before it counts as stuck, in milliseconds.
  package var stallMilliseconds: Int
  /// At most this many rounds (stress, sanitize) or schedules (explore) per scenario and driver.
  package var maximumRuns: Int
  /// Stop a scenario at its first violation of each criterion.
  package var stopsAtFirstFailure: Bool
  /// A schedule to replay instead of a search; explore only.
  package var replay: Replay?

  /// One schedule of one scenario, to be run again.
  package struct Replay: Codable, Sendable, Equatable {
    /// The scenario's title.
    package var scenario: String
    /// Who drove the clients.
    package var driver: ClientDriver
    /// The schedule, in the text form that the search writes.
    package var schedule: String

    package init(scenario: String, driver: ClientDriver, schedule: String) {
      self.scenario = scenario
      self.driver = driver
      self.schedule = schedule
    }
  }

  package init(
    arena: ArenaKind, drivers: [ClientDriver], seed: UInt64, scenarios: [String] = [],
    share: Share = .whole, budgetMilliseconds: Int, stallMilliseconds: Int = 2000,
    maximumRuns: Int = 1_000_000, stopsAtFirstFailure: Bool = true, replay: Replay? = nil
  ) {
    self.arena = arena
    self.drivers = drivers
    self.seed = seed
    self.scenarios = scenarios
    self.share = share
    self.budgetMilliseconds = budgetMilliseconds
    self.stallMilliseconds = stallMilliseconds
    self.maximumRuns = maximumRuns
    self.stopsAtFirstFailure = stopsAtFirstFailure
    self.replay = replay
  }
}
