import CScheduler
import Foundation
import KataKit
import Programs
import Records
import Scheduler

/// The executable that explores.
///
///     explored rate [--milliseconds=N] [NAME…]
///                                      schedules a second, race detection off and on
///     explored exhaust                 executions until everything was seen
///     explored find [--seeds=N] [--methods=A,B] [NAME…]
///                                      schedules until the fault shows
@main enum Explored {
  static func main() {
    switch commandWords.first {
    case "rate": rate(names: Array(commandWords.dropFirst()))
    case "exhaust": exhaust()
    case "find": find(names: Array(commandWords.dropFirst()))
    default: fatalError("rate, exhaust or find")
    }
    rs_exit(0)
  }

  private static func rate(names: [String]) {
    let time = option("milliseconds").flatMap { Int($0) } ?? 1_500
    for form in accountForms() where names.isEmpty || names.contains(form.name) {
      for detectsRaces in [false, true] {
        var options = Exploration.Options()
        options.onlyPhase = "random"
        options.detectsRaces = detectsRaces
        options.maximumSchedules = .max / 2
        options.batch = 20_000
        options.budget = .milliseconds(time)
        let before = processorTime()
        let result = Withdrawals(form: form, clients: 2).explore(options)
        var line = Result(program: form.name, method: detectsRaces ? "races on" : "races off")
        line.runs = result.schedules
        line.milliseconds = result.elapsed / .milliseconds(1)
        line.processorMilliseconds = processorTime() - before
        line.failure = failure(result)
        line.print()
      }
    }
  }

  private static func exhaust() {
    for form in accountForms() {
      for clients in [2, 3, 4] {
        var options = Exploration.Options()
        options.onlyPhase = "exhaustive"
        options.maximumSchedules = .max / 2
        options.budget = .seconds(6)
        let result = Withdrawals(form: form, clients: clients).explore(options)
        var line = Result(program: "\(form.name) \(clients)", method: "exhaustive")
        line.runs = result.schedules
        line.isExhausted = result.isExhausted
        line.milliseconds = result.elapsed / .milliseconds(1)
        line.failure = failure(result)
        line.print()
      }
    }
  }

  /// Milliseconds of processor time that this process and its ended children have had.
  private static func processorTime() -> Double {
    var sum = 0.0
    for who in [RUSAGE_SELF, RUSAGE_CHILDREN] {
      var usage = rusage()
      getrusage(__rusage_who_t(who.rawValue), &usage)
      for time in [usage.ru_utime, usage.ru_stime] {
        sum += Double(time.tv_sec) * 1000 + Double(time.tv_usec) / 1000
      }
    }
    return sum
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
