package import Records

/// Which arenas run a submission, for how long, and with whom.
package struct ArenaPlan: Sendable, Equatable {
  /// The jobs in the order in which they run.
  package let jobs: [Job]

  /// On real threads a scenario is over after this many rounds, if the time lasts.
  private static let maximumRounds = 2000
  /// A search that does not end is cut after this many schedules. By count and not by time, so that
  /// two runs say the same; the time is there for what hangs.
  private static let maximumSchedules = 10_000

  /// - Parameters:
  ///   - kata: Whose limits hold.
  ///   - options: Seed, arenas, and a budget in place of the kata's own limits.
  package init(kata: Kata, options: GradingOptions) {
    let own = ArenaKind.allCases.map(kata.limits.milliseconds).reduce(0, +)
    let scale = options.budget.map { Double($0.wholeMilliseconds) / Double(max(own, 1)) } ?? 1
    jobs = ArenaKind.allCases.filter(options.arenas.contains).map { arena in
      Job(
        arena: arena, drivers: arena.drivers, seed: options.seed,
        budgetMilliseconds: max(50, Int(Double(kata.limits.milliseconds(for: arena)) * scale)),
        maximumRuns: arena == .explore
          ? options.maximumSchedules ?? Self.maximumSchedules : Self.maximumRounds)
    }
  }

  /// The job that runs one schedule again.
  package static func replay(_ token: Token, kata: Kata) -> Job {
    Job(
      arena: .explore, drivers: [token.replay.driver], seed: token.seed,
      scenarios: [token.replay.scenario],
      budgetMilliseconds: kata.limits.exploreMilliseconds, replay: token.replay)
  }
}

extension ArenaKind {
  /// Each kata is judged under more than one.
  fileprivate var drivers: [ClientDriver] {
    self == .explore ? [.threads, .tasks] : [.dispatch, .tasks]
  }
}

extension Kata.Limits {
  fileprivate func milliseconds(for arena: ArenaKind) -> Int {
    switch arena {
    case .explore: exploreMilliseconds
    case .stress: stressMilliseconds
    case .sanitize: sanitizeMilliseconds
    }
  }
}
