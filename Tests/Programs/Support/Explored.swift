import CScheduler
import Foundation
import KataKit
import Programs
import Records
import Scheduler

/// The executable that explores programs: every order of their threads, one after the other.
///
///     explored [--list] [--trace] [--smallest] [--times] [NAME…]
///
/// `--list` runs nothing; with `--trace` every outcome comes with a schedule and a trace; with `--smallest`
/// it is told how hard the schedule shown for each outcome is to follow, and the easiest of all; `--times`
/// prints what the programs of each group took, as rows of a table.
@main enum Explored {
  static func main() {
    let isTracing = CommandLine.arguments.contains("--trace")
    let isListing = CommandLine.arguments.contains("--list")
    let isComparing = CommandLine.arguments.contains("--smallest")
    if CommandLine.arguments.contains("--times") {
      Times().printRows()
      fflush(stdout)
      rs_exit(0)
    }
    for program in chosenPrograms() {
      if isListing {
        Line(program).print()
        continue
      }
      let exploring = Exploring(program: program, isTracing: isTracing || isComparing)
      (isComparing ? exploring.compare() : exploring.run()).print()
    }
    rs_exit(0)
  }
}

@_cdecl("programs_jitter") func programsJitter() {}

@_cdecl("programs_watch_files") func programsWatchFiles(_ folder: UnsafePointer<CChar>) {
  rs_files_watch(folder, "on disk")
}

/// Where the time of exploring goes: on the processor, waiting for one that others keep, or neither.
private struct Times {
  private struct Reading {
    var wall = Int(clamping: rs_real_time())
    var waited = Int(clamping: rs_processor_wait())
    var ran = Self.processorTime(of: RUSAGE_SELF) + Self.processorTime(of: RUSAGE_CHILDREN)

    private static func processorTime(of who: __rusage_who) -> Int {
      var usage = rusage()
      getrusage(who.rawValue, &usage)
      return nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime)
    }

    private static func nanoseconds(_ time: timeval) -> Int {
      time.tv_sec * 1_000_000_000 + Int(time.tv_usec) * 1000
    }
  }

  private struct Row {
    var programs = 0
    var schedules = 0
    var virtual = 0.0
    var wall = 0
    var ran = 0
    var waited = 0
  }

  func printRows() {
    var groups: [String] = []
    var rows: [String: Row] = [:]
    for program in chosenPrograms() {
      let group = String(program.file.dropLast(".swift".count))
      if rows[group] == nil { groups.append(group) }
      let before = Reading()
      let (line, virtual) = Exploring(program: program, isTracing: false).explore()
      let after = Reading()
      var row = rows[group] ?? Row()
      row.programs += 1
      row.schedules += line.runs + line.redundant
      row.virtual += virtual
      row.wall += after.wall - before.wall
      row.ran += after.ran - before.ran
      row.waited += after.waited - before.waited
      rows[group] = row
    }
    for group in groups { print(group, rows[group]!) }
    var all = Row()
    for row in rows.values {
      all.programs += row.programs
      all.schedules += row.schedules
      all.virtual += row.virtual
      all.wall += row.wall
      all.ran += row.ran
      all.waited += row.waited
    }
    print("all", all)
  }

  private func print(_ group: String, _ row: Row) {
    func share(_ time: Int) -> String {
      "\(Int((Double(time) / Double(row.wall) * 100).rounded())) %"
    }
    let seconds = { (time: Double) in "\((time * 10).rounded() / 10) s" }
    Swift.print(
      "| \(group) | \(row.programs) | \(row.schedules) | \(seconds(row.virtual)) "
        + "| \(seconds(Double(row.wall) / 1e9)) | \(share(row.ran)) | \(share(row.waited)) "
        + "| \(share(row.wall - row.ran - row.waited)) |")
  }
}

private struct Exploring {
  let program: Program
  /// Every outcome counts as a finding, so that it comes with a schedule and a trace.
  let isTracing: Bool
  let outcomes = SharedOutcomes(rs_map_shared(SharedOutcomes.byteCount)!)
  let sizes = SharedSizes(rs_map_shared(SharedSizes.byteCount)!)

  private var options: Exploration.Options {
    var options = Exploration.Options()
    options.scenario = program.name
    // Cut by count alone: what is exhausted must not depend on the load of the machine.
    options.budget = .seconds(300)
    options.maximumSchedules = 20_000
    options.coldStart = program.isCold
    return options
  }

  /// Runs every order that there is, and then the schedules that exploring shows.
  func compare() -> Line {
    var line = Line(program)
    var options = options
    options.onlyPhase = "every order"
    options.describes = false
    options.maximumSchedules = 1_000_000
    options.maximumSchedulesAfterFailure = 1_000_000
    options.budget = .seconds(120)
    let everything = Exploration.run(options: options, body: schedule)
    line.isExhausted = everything.isExhausted
    line.runs = everything.schedules
    line.smallest = sizes.all
    for finding in Exploration.run(options: self.options, body: schedule).findings {
      sizes.forget()
      _ = Exploration.replay(finding.schedule ?? "", options: self.options, body: schedule)
      line.shown.merge(sizes.all) { first, _ in first }
    }
    return line
  }

  func run() -> Line { explore().line }

  /// - Returns: what came of it, and the virtual seconds that the last schedule took.
  func explore() -> (line: Line, virtual: Double) {
    let result = Exploration.run(options: options, body: schedule)
    var line = Line(program)
    line.seen = outcomes.all
    line.runs = result.schedules
    line.redundant = result.redundant
    line.isExhausted = result.isExhausted
    line.isTimed = result.virtualNanoseconds > 0
    line.findings = result.findings
    line.notChecked = result.notCheckedReason
    line.milliseconds = Int(result.elapsed / .milliseconds(1))
    return (line, Double(result.virtualNanoseconds) / 1e9)
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
    if let size = Exploration.size { sizes.keep([size.preemptions, size.steps], end.outcome) }
    if isTracing {
      Exploration.check("outcome \(end.outcome)", failure: "the outcome is \(end.outcome)")
    }
  }

  private final class End: @unchecked Sendable {
    // Safe: written before the end of the only client that uses it, read afterwards.
    var outcome = ""
  }
}
