import Foundation
import Grading

// Measures the scheduler and its search, prints the tables, and writes them to RESULTS.md.
//
//     benchmarks [--seeds N] [--budget MILLISECONDS] [--no-file]

/// The number after an option.
func number(after option: String, or usual: Int) -> Int {
  let words = CommandLine.arguments
  guard let index = words.firstIndex(of: option) else { return usual }
  guard index + 1 < words.count, let number = Int(words[index + 1]), number > 0 else {
    FileHandle.standardError.write(Data("\(option) needs a number\n".utf8))
    exit(2)
  }
  return number
}

func say(_ words: String) { FileHandle.standardError.write(Data("\(words)\n".utf8)) }

let seeds = number(after: "--seeds", or: 10)
let budget = number(after: "--budget", or: 1_000)
do {
  say("building")
  let runner = try Runner(environment: ProcessInfo.processInfo.environment)
  let machine = Machine.current()
  let start = ContinuousClock.now
  say("schedules a second")
  let rates = try runner.run(.explored, ["rate"])
  say("executions until everything was seen")
  let exhausted = try runner.run(.explored, ["exhaust"])
  say("schedules to the first failure")
  let found = try runner.run(.explored, ["find", "--seeds=\(seeds)"])
  say("the same time for real threads")
  let explored = try runner.run(.explored, ["find", "--seeds=1", "--methods=default"])
  let stress = try runner.run(.real, ["stress", "--budget=\(budget)"])
  let witness = try runner.run(.witness, ["sanitizer", "--budget=\(budget)"])
  let seconds = (ContinuousClock.now - start).components.seconds
  let text = """
    # Benchmark results

    Written by `scripts/benchmark` in one run of \(seconds) s: \(machine.processor),
    \(machine.cores) cores, \(Tables.grouped(machine.memoryMiB)) MiB, load \(machine.load) at the
    start; \(runner.toolchain.version).

    \(Tables.speed(rates))
    \(Tables.exhaustion(exhausted))
    \(Tables.finding(found, seeds: seeds))
    \(Tables.arenas(explored: explored, stress: stress, witness: witness, budget: budget))
    """
  print(text, terminator: "")
  if !CommandLine.arguments.contains("--no-file") {
    let file = try Home.locate().directory + "/Benchmarks/RESULTS.md"
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    say("written to Benchmarks/RESULTS.md")
  }
} catch {
  say("\(error)")
  exit(1)
}
