import Foundation
import KataKit
import Programs
import Records

/// The executable that runs the faulty programs on real threads. Built with ThreadSanitizer it is
/// the other one.
///
///     real METHOD [--budget=MILLISECONDS]
///
/// Each program runs round after round, in child processes that may die or hang, until it fails or
/// the time is up.
@main enum Real {
  static func main() {
    let budget = Double(option("budget").flatMap { Int($0) } ?? 500)
    for program in faulty() {
      RealRun(program: program, budget: budget).run(method: commandWords.first ?? "stress").print()
    }
  }
}

private struct RealRun {
  let program: Benchmark
  /// Milliseconds.
  let budget: Double
  /// Time without a round after which a child counts as stuck, in milliseconds.
  private let patience = 250.0
  private let rounds: UnsafeMutablePointer<Int>
  private let wentWrong = Int32(17)

  init(program: Benchmark, budget: Double) {
    self.program = program
    self.budget = budget
    rounds = mmap(
      nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0
    ).assumingMemoryBound(to: Int.self)
  }

  func run(method: String) -> Result {
    var line = Result(program: program.name, method: method)
    line.seeds = 1
    let start = now()
    while line.failure == nil, now() - start < budget {
      let child = fork()
      if child == 0 { runChild(until: start + budget) }
      line.failure = wait(for: child)
    }
    line.runs = rounds.pointee
    line.milliseconds = now() - start
    if line.failure != nil {
      line.schedulesToFailure = [rounds.pointee]
      line.millisecondsToFailure = [line.milliseconds]
    }
    return line
  }

  /// Returns what went wrong, if anything did.
  private func wait(for child: pid_t) -> String? {
    var last = rounds.pointee
    var since = now()
    while true {
      var status: Int32 = 0
      if waitpid(child, &status, WNOHANG) == child {
        if status == 0 { return nil }
        if status & 0x7f != 0 { return "crash" }
        return status >> 8 == wentWrong ? "invariant" : "race"
      }
      if rounds.pointee != last {
        last = rounds.pointee
        since = now()
      } else if now() - since > patience {
        kill(child, SIGKILL)
        waitpid(child, &status, 0)
        return "deadlock"
      }
      usleep(200)
    }
  }

  private func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
  }

  private func runChild(until deadline: Double) -> Never {
    Thread.detachNewThread {
      while now() < deadline {
        rounds.pointee += 1
        if !isRight() { _exit(wentWrong) }
      }
      _exit(0)
    }
    while true { pause() }
  }

  private func isRight() -> Bool {
    switch program.body {
    case .threads(let body): return body()
    case .task(let body):
      let end = End()
      Completion.wait { end.isRight = await body() }
      return end.isRight
    }
  }

  private final class End: @unchecked Sendable {
    // Safe: written before the completion, read afterwards.
    var isRight = false
  }
}
