import CScheduler
import Foundation
import KataKit
import Programs
import Records
import Scheduler

/// The executable that explores.
///
///     explored rate                    schedules a second, race detection off and on
///     explored exhaust                 executions until everything was seen
///     explored find [--seeds=N] [--methods=A,B] [NAME…]
///                                      schedules until the fault shows
@main enum Explored {
  static func main() {
    switch commandWords.first {
    case "rate": rate()
    case "exhaust": exhaust()
    case "find": find(names: Array(commandWords.dropFirst()))
    default: fatalError("rate, exhaust or find")
    }
    rs_exit(0)
  }

  private static func rate() {
    for program in accounts() where program.name.hasSuffix(" 2") {
      for detectsRaces in [false, true] {
        var options = Exploration.Options()
        options.onlyPhase = "random"
        options.detectsRaces = detectsRaces
        options.maximumSchedules = .max / 2
        options.batch = 20_000
        options.budget = .milliseconds(1_500)
        let result = explore(program, options)
        var line = Result(
          program: program.name, method: detectsRaces ? "races on" : "races off")
        line.runs = result.schedules
        line.milliseconds = result.elapsed / .milliseconds(1)
        line.failure = failure(result)
        line.print()
      }
    }
  }

  private static func exhaust() {
    for program in accounts() {
      var options = Exploration.Options()
      options.onlyPhase = "exhaustive"
      options.maximumSchedules = .max / 2
      options.budget = .seconds(6)
      let result = explore(program, options)
      var line = Result(program: program.name, method: "exhaustive")
      line.runs = result.schedules
      line.isExhausted = result.isExhausted
      line.milliseconds = result.elapsed / .milliseconds(1)
      line.failure = failure(result)
      line.print()
    }
  }

  private static func find(names: [String]) {
    let seeds = option("seeds").flatMap { Int($0) } ?? 10
    let methods = (option("methods") ?? "default,random,priority 3,order").split(separator: ",")
    for program in faulty() where names.isEmpty || names.contains(program.name) {
      for method in methods.map(String.init) {
        var line = Result(program: program.name, method: method)
        line.seeds = seeds
        for seed in 1...seeds {
          var options = Exploration.Options()
          options.seed = UInt64(seed)
          options.maximumSchedulesAfterFailure = 0
          options.describes = false
          if method == "default" {
            options.maximumSchedules = 20_000
            options.budget = .seconds(20)
          } else {
            options.onlyPhase = method
            options.maximumSchedules = 10_000
            options.budget = .milliseconds(800)
          }
          let result = explore(program, options)
          line.runs += result.schedules
          let milliseconds = result.elapsed / .milliseconds(1)
          line.milliseconds += milliseconds
          if let first = result.schedulesToFirstFinding {
            line.schedulesToFailure.append(first)
            line.millisecondsToFailure.append(milliseconds)
          }
          line.failure = line.failure ?? failure(result)
        }
        line.print()
      }
    }
  }

  private static func failure(_ result: Exploration.Result) -> String? {
    result.notCheckedReason
      ?? result.findings.first.map {
        $0.kind == .crash ? "crash: \($0.message)" : $0.kind.rawValue
      }
  }

  /// The main thread runs the program, and a task is waited for on a thread of its own: so that the
  /// main thread is free for the main actor.
  private static func explore(
    _ program: Benchmark, _ options: Exploration.Options
  ) -> Exploration.Result {
    Exploration.run(options: options) {
      let isRight: Bool
      switch program.body {
      case .threads(let body): isRight = body()
      case .task(let body):
        let end = End()
        Clients.start("program") { Completion.wait { end.isRight = await body() } }
        Clients.join()
        isRight = end.isRight
      }
      Exploration.check("promise", failure: isRight ? nil : "broken")
    }
  }

  private final class End: @unchecked Sendable {
    // Safe: written before the end of the only client that uses it, read afterwards.
    var isRight = false
  }
}
