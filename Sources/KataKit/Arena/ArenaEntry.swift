import Foundation
package import Records

/// Runs scenarios in one arena; the explore arena brings its own.
package protocol Engine: Sendable {
  /// Runs one scenario under one driver until it is judged or its share of the budget is gone.
  ///
  /// - Parameters:
  ///   - scenario: What to run.
  ///   - driver: Who drives the clients.
  ///   - deadline: When the scenario's share ends.
  ///   - channel: Where findings go.
  /// - Returns: The counts.
  func run(
    _ scenario: Scenario, driver: ClientDriver, deadline: ContinuousClock.Instant,
    channel: Channel
  ) -> Tally

  /// Does the work of one search, to its end, where nothing that it leaves behind can reach the next.
  func apart(_ work: () -> Void)
}

extension Engine {
  package func apart(_ work: () -> Void) { work() }
}

/// The life of an arena process, from the job to the last message.
package enum ArenaEntry {
  /// Runs the job found on the private channel, and exits. Call on the main thread.
  ///
  /// - Parameters:
  ///   - scenarios: The kata's scenarios.
  ///   - onMainThread: True if the engine wants the main thread; otherwise it gets a thread of
  ///     its own, and the main thread serves the main queue and the main actor, as in an app.
  ///   - engine: Makes the arena's engine; the channel holds the job.
  package static func run(
    _ scenarios: [Scenario], onMainThread: Bool,
    engine: @escaping @Sendable (Channel) -> any Engine
  ) -> Never {
    let channel: Channel
    do {
      channel = try Channel()
    } catch {
      FileHandle.standardError.write(
        Data("This program is one part of a grader's run; start it by `kata`.\n".utf8))
      exit(2)
    }
    if onMainThread {
      perform(scenarios, engine: engine(channel), channel: channel)
      _exit(0)
    }
    Thread.detachNewThread {
      perform(scenarios, engine: engine(channel), channel: channel)
      exit(0)
    }
    RunLoop.main.run()
    while true { sleep(1000) }
  }

  /// Runs its share of the job's scenarios, each under every driver, and gives each an equal share of the
  /// time that is left.
  static func perform(_ scenarios: [Scenario], engine: any Engine, channel: Channel) {
    let job = channel.job
    PrivateFolder.prepare()
    defer { PrivateFolder.remove() }
    let chosen = scenarios.filter {
      $0.setting.includes(job.arena)
        && (job.scenarios.isEmpty || job.scenarios.contains($0.title))
    }
    let all = chosen.flatMap { scenario in job.drivers.map { (scenario, $0) } }
    let own = all.indices.filter(job.share.holds).map { all[$0] }
    let end = ContinuousClock.now + .milliseconds(job.budgetMilliseconds)
    channel.send(.hello(scenarios: chosen.map(\.title)))
    for (index, (scenario, driver)) in own.enumerated() {
      let share = (end - ContinuousClock.now) / (own.count - index)
      channel.send(.began(scenario: scenario.title, driver: driver))
      engine.apart {
        let tally = engine.run(
          scenario, driver: driver, deadline: ContinuousClock.now + share, channel: channel)
        channel.send(.ended(tally))
      }
    }
    channel.send(.finished(scenarios: chosen.count))
  }
}

/// Runs a kata's scenarios on real threads, as the private channel asks, and exits. The generated
/// glue of the arenas `stress` and `sanitize` calls it.
public func runStressArena(_ scenarios: [Scenario]) -> Never {
  ArenaEntry.run(scenarios, onMainThread: false) { StressEngine(job: $0.job, channel: $0) }
}

extension Setting {
  fileprivate func includes(_ arena: ArenaKind) -> Bool {
    switch self {
    case .everywhere: true
    case .exploredOnly: arena == .explore
    case .realThreadsOnly: arena != .explore
    }
  }
}
