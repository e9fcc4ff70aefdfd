internal import CScheduler
public import KataKit
package import Records

/// Every interleaving, one schedule at a time: the engine of the arena `explore`.
package struct ExploreEngine: Engine {
  private let job: Job
  private let searches: SearchProcesses

  /// - Parameter job: Seed, limits, and a schedule to replay, if that is what is asked for.
  package init(job: Job) {
    self.job = job
    searches = SearchProcesses()
  }

  package func apart(_ work: () -> Void) { searches.run(work) }

  package func run(
    _ scenario: Scenario, driver: ClientDriver, deadline: ContinuousClock.Instant,
    channel: Channel
  ) -> Tally {
    var options = Exploration.Options()
    options.scenario = scenario.title
    options.driver = driver
    options.seed = job.seed
    options.poolWidth = scenario.poolWidth
    options.globalWidth = scenario.globalWidth
    options.budget = max(.milliseconds(20), deadline - ContinuousClock.now)
    options.maximumSchedules = min(options.maximumSchedules, job.maximumRuns)
    // One that computed without end in one scenario is soon believed to do so in the next.
    let stall = Duration.milliseconds(job.stallMilliseconds)
    options.stall = searches.haveMetEndlessCode ? stall / 4 : stall
    let body = Self.body(of: scenario, driver: driver, seed: job.seed)
    if let replay = job.replay {
      return self.replay(replay, options: options, body: body, channel: channel)
    }
    let result = Exploration.run(options: options, body: body)
    if result.findings.contains(where: { $0.kind == .timeout }) {
      searches.haveMetEndlessCode = true
    }
    for finding in result.findings { channel.send(.found(finding)) }
    for note in result.notes { channel.send(.note(note)) }
    // Schedules without any preemption are hardly more than one caller after the other: to have
    // seen all of those is no proof, so without a bound of one at least it is a sample.
    let bound = result.isExhausted ? nil : result.bound.flatMap { $0 > 0 ? $0 : nil }
    return Tally(
      scenario: scenario.title, driver: driver, runs: result.schedules,
      cutShort: result.cutShort, checks: result.checks,
      violations: result.violations,
      exhausted: result.isExhausted || bound != nil, bound: bound,
      virtualMilliseconds: Int(result.virtualNanoseconds / 1_000_000),
      milliseconds: Int(result.elapsed / .milliseconds(1)),
      notCheckedReason: result.notCheckedReason)
  }

  private func replay(
    _ replay: Job.Replay, options: Exploration.Options, body: @escaping () -> Void,
    channel: Channel
  ) -> Tally {
    var tally = Tally(scenario: replay.scenario, driver: replay.driver, runs: 1)
    let (findings, diverged) = Exploration.replay(
      replay.schedule, options: options, body: body)
    for finding in findings { channel.send(.found(finding)) }
    if diverged {
      tally.notCheckedReason = "the schedule asks for a thread that cannot run: other code?"
    }
    return tally
  }

  /// One schedule of a scenario, from a fresh subject.
  package static func body(
    of scenario: Scenario, driver: ClientDriver, seed: UInt64
  ) -> () -> Void {
    {
      let crew: any Crew = driver == .tasks ? ExploredTaskCrew() : ExploredThreadCrew()
      let run = Run(scenario: scenario.title, seed: seed, crew: crew) {
        Exploration.check($0.criterion, failure: $0.failure, places: $0.places)
      }
      Run.current = run
      if let body = scenario.mainBody {
        MainThreadScenario.run(body)
      } else {
        // The main thread stays free: it serves the main queue and the main actor.
        Clients.start("scenario") {
          Completion.wait {
            rs_task_rename("scenario")
            await scenario.body()
          }
        }
        Clients.join()
      }
    }
  }
}

/// Explores a kata's scenarios, as the private channel asks, and exits. The generated glue of the
/// arena `explore` calls it.
public func runExploreArena(_ scenarios: [Scenario]) -> Never {
  ArenaEntry.run(scenarios, onMainThread: true) { ExploreEngine(job: $0.job) }
}
