package import Records

/// How to grade.
package struct GradingOptions: Sendable, Equatable {
  /// Where every value and every random choice comes from.
  package var seed: UInt64
  /// How many submissions are graded at a time; where there are fewer, how many processes share the
  /// search of one.
  package var jobs: Int
  /// Real time for the arenas of one submission, in place of the kata's own limits; shared among
  /// the arenas in the kata's proportions. nil is the kata's limits.
  package var budget: Duration?
  /// The arenas to run, in this order; all unless told otherwise.
  package var arenas: [ArenaKind]
  /// How many schedules a search may run, in place of the usual number: for a quick look.
  package var maximumSchedules: Int?
  /// How many times the schedule of each failure is replayed, to see whether it can be relied on.
  package var replays: Int

  package init(
    seed: UInt64 = 1, jobs: Int = 1, budget: Duration? = nil,
    arenas: [ArenaKind] = ArenaKind.allCases, maximumSchedules: Int? = nil, replays: Int = 0
  ) {
    self.replays = replays
    self.maximumSchedules = maximumSchedules
    self.seed = seed
    self.jobs = jobs
    self.budget = budget
    self.arenas = arenas
  }
}

/// How far grading has come.
package struct GradingProgress: Sendable {
  /// How many are done.
  package let done: Int
  /// How many there are.
  package let total: Int
  /// The one that was just done.
  package let latest: SubmissionResult
}
