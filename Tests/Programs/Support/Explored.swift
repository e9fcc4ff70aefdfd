import CScheduler
import Foundation
import KataKit
import Programs
import Records
import Scheduler

/// The executable that explores programs: every order of their threads, one after the other.
///
///     explored [--list] [--trace] [NAME…]
///
/// `--list` runs nothing; with `--trace` every outcome comes with a schedule and a trace.
@main enum Explored {
  static func main() {
    let isTracing = CommandLine.arguments.contains("--trace")
    let isListing = CommandLine.arguments.contains("--list")
    for program in chosenPrograms() {
      if isListing {
        Line(program).print()
        continue
      }
      Exploring(program: program, isTracing: isTracing).run().print()
    }
    rs_exit(0)
  }
}

@_cdecl("programs_jitter") func programsJitter() {}

@_cdecl("programs_watch_files") func programsWatchFiles(_ folder: UnsafePointer<CChar>) {
  rs_files_watch(folder, "on disk")
}

private struct Exploring {
  let program: Program
  /// Every outcome counts as a finding, so that it comes with a schedule and a trace.
  let isTracing: Bool
  let outcomes = SharedOutcomes(rs_map_shared(SharedOutcomes.byteCount)!)

  func run() -> Line {
    var options = Exploration.Options()
    options.scenario = program.name
    // Cut by count alone: what is exhausted must not depend on the load of the machine.
    options.budget = .seconds(300)
    options.maximumSchedules = 20_000
    options.coldStart = program.isCold
    let result = Exploration.run(options: options, body: schedule)
    var line = Line(program)
    line.seen = outcomes.all
    line.runs = result.schedules
    line.redundant = result.redundant
    line.isExhausted = result.isExhausted
    line.findings = result.findings
    line.notChecked = result.notCheckedReason
    line.milliseconds = Int(result.elapsed / .milliseconds(1))
    return line
  }

  /// The main thread stays free: it serves the main queue.
  private func schedule() {
    let end = End()
    Clients.start("program") {
      switch program.body {
      case .threads(let body): end.outcome = body()
      case .task(let body): Completion.wait { end.outcome = await body() }
      }
    }
    Clients.join()
    outcomes.add(end.outcome)
    if isTracing {
      Exploration.check("outcome \(end.outcome)", failure: "the outcome is \(end.outcome)")
    }
  }

  private final class End: @unchecked Sendable {
    // Safe: written before the end of the only client that uses it, read afterwards.
    var outcome = ""
  }
}
