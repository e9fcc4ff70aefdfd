import Foundation
package import Records

/// Real threads, many rounds: the engine of the arenas `stress` and `sanitize`.
package final class StressEngine: Engine {
  /// What the process exits with when a round never ends; the finding was sent before.
  package static let stalledExitCode: Int32 = 75

  private let job: Job
  private let watchdog: Watchdog

  /// - Parameters:
  ///   - job: Seed and limits.
  ///   - channel: Where a stuck round is reported.
  package init(job: Job, channel: Channel) {
    self.job = job
    watchdog = Watchdog(limit: .milliseconds(job.stallMilliseconds), channel: channel)
  }

  package func run(
    _ scenario: Scenario, driver: ClientDriver, deadline: ContinuousClock.Instant,
    channel: Channel
  ) -> Tally {
    let crew: any Crew =
      switch driver {
      case .threads, .dispatch: DispatchCrew(seed: job.seed)
      case .tasks: TaskCrew(seed: job.seed)
      }
    let stuck = Finding(
      kind: .timeout, scenario: scenario.title, driver: driver,
      message: "still not finished after \(job.stallMilliseconds) ms: "
        + "a call never came back")
    let start = ContinuousClock.now
    var tally = Tally(scenario: scenario.title, driver: driver)
    repeat {
      let run = Run(scenario: scenario.title, seed: job.seed, crew: crew)
      Run.current = run
      watchdog.roundBegins(stuck)
      Completion.wait(for: scenario.body)
      watchdog.roundEnded()
      for outcome in tally.count(run.checked) {
        channel.send(
          .found(
            Finding(
              kind: .invariant, criterion: outcome.criterion, scenario: scenario.title,
              driver: driver, message: outcome.failure ?? "")))
      }
    } while tally.runs < job.maximumRuns && ContinuousClock.now < deadline
      && !(job.stopsAtFirstFailure && !tally.violations.isEmpty)
    let spent = ContinuousClock.now - start
    tally.milliseconds = Int(spent / .milliseconds(1))
    return tally
  }
}
