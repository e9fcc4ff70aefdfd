import Foundation
import KataKit
import Programs
import Records

/// The executable that runs programs on real threads, many times, in children that may die or hang.
/// Built with ThreadSanitizer it is the witness.
///
///     real [--budget=MILLISECONDS] [NAME…]
@main enum Real {
  static func main() {
    let budget = CommandLine.arguments.lazy.compactMap { word in
      word.hasPrefix("--budget=") ? Int(word.dropFirst("--budget=".count)) : nil
    }.first
    for program in chosenPrograms() {
      RealRun(program: program, milliseconds: budget ?? 150).run().print()
    }
  }
}

/// Nothing at all, a rest of the time slice, some work, or some sleep.
@_cdecl("programs_jitter") func programsJitter() {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  let mixed = UInt64(now.tv_nsec) &* 0x9e37_79b9_7f4a_7c15 ^ UInt64(UInt(pthread_self()) >> 12)
  switch (mixed &* 0xbf58_476d_1ce4_e5b9) >> 60 {
  case 0..<6: break
  case 6..<9: sched_yield()
  case 9..<12: for _ in 0..<(mixed & 0xfff) { blackHole(mixed) }
  case 12..<15: usleep(UInt32(mixed & 0x3f))
  default: usleep(UInt32(mixed & 0x1ff))
  }
}

@_cdecl("programs_watch_files") func programsWatchFiles(_ folder: UnsafePointer<CChar>) {}

/// `sched_setaffinity(2)`, which the module of the C library leaves out.
@_silgen_name("sched_setaffinity") private func setAffinity(
  _ process: pid_t, _ byteCount: Int, _ processors: UnsafeRawPointer
) -> Int32

@inline(never) private func blackHole(_ value: UInt64) {}

private struct RealRun {
  let program: Program
  let milliseconds: Int
  private let memory: UnsafeMutableRawPointer
  private let outcomes: SharedOutcomes
  private var rounds: UnsafeMutablePointer<Int> {
    (memory + SharedOutcomes.byteCount).assumingMemoryBound(to: Int.self)
  }

  init(program: Program, milliseconds: Int) {
    self.program = program
    self.milliseconds = milliseconds
    memory = mmap(
      nil, SharedOutcomes.byteCount + 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
      0)
    outcomes = SharedOutcomes(memory)
  }

  /// What a program leaves behind when it does not end well spoils the next round.
  private var roundsAChild: Int {
    switch program.label {
    case .correct, .races: program.isCold ? 1 : 40
    case .deadlocks, .traps: 1
    }
  }

  /// Time without a round after which a child counts as stuck. Only where a deadlock is expected can
  /// a slow machine be taken for one without harm.
  private var patience: Int {
    if case .deadlocks = program.label { 300 } else { 20_000 }
  }

  func run() -> Line {
    var line = Line(program)
    let start = now()
    var children = 0
    while children < 2 || (now() - start < milliseconds && rounds.pointee < 400) {
      let child = fork()
      if child == 0 { runChild(number: children, until: start + milliseconds) }
      children += 1
      switch wait(for: child) {
      case .ended: break
      case .trapped: line.traps += 1
      case .hung: line.hangs += 1
      case .failed(let status): line.notChecked = "a child ended with status \(status)"
      }
      if line.hangs >= 3 { break }
    }
    line.seen = outcomes.all
    line.runs = rounds.pointee
    line.milliseconds = now() - start
    return line
  }

  private enum End {
    case ended, trapped, hung, failed(Int32)
  }

  private func wait(for child: pid_t) -> End {
    var last = rounds.pointee
    var since = now()
    while true {
      var status: Int32 = 0
      if waitpid(child, &status, WNOHANG) == child {
        let signal = status & 0x7f
        if status == 0 { return .ended }
        return [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS].contains(signal)
          ? .trapped : .failed(status)
      }
      if rounds.pointee != last {
        last = rounds.pointee
        since = now()
      } else if now() - since > patience {
        kill(child, SIGKILL)
        waitpid(child, &status, 0)
        return .hung
      }
      usleep(500)
    }
  }

  private func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }

  /// Every other child has one processor alone: there, threads change where the kernel ends a time
  /// slice.
  private func runChild(number: Int, until deadline: Int) -> Never {
    if number % 2 == 1 {
      var processors: UInt64 = 1
      _ = setAffinity(0, MemoryLayout<UInt64>.size, &processors)
    }
    // The main thread serves the main queue; the timer keeps its run loop from ending.
    RunLoop.main.add(Timer(timeInterval: 1e6, repeats: false) { _ in }, forMode: .default)
    Thread.detachNewThread {
      for _ in 0..<roundsAChild {
        runRound()
        rounds.pointee += 1
        if now() >= deadline { break }
      }
      _exit(0)
    }
    RunLoop.main.run()
    _exit(3)
  }

  private func runRound() {
    let thread = EndedThread {
      switch program.body {
      case .threads(let body): outcomes.add(body())
      case .task(let body): Completion.wait { outcomes.add(await body()) }
      }
    }
    thread.join()
  }
}

/// A thread of its own for a round, as an explored program has one.
private final class EndedThread {
  private let body: () -> Void
  private var thread = pthread_t()

  init(_ body: @escaping () -> Void) {
    self.body = body
    let failure = pthread_create(
      &thread, nil,
      { context in
        Unmanaged<EndedThread>.fromOpaque(context!).takeUnretainedValue().body()
        return nil
      }, Unmanaged.passUnretained(self).toOpaque())
    precondition(failure == 0)
  }

  func join() { pthread_join(thread, nil) }
}
