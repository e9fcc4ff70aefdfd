import Foundation
import Records
import Synchronization

/// Notices a round that never ends, says so, and ends the process: threads that are stuck
/// cannot be got rid of otherwise.
///
/// Slow is not stuck. A round that takes its time on a busy machine, or waits for Dispatch to add threads
/// for those that block (on Linux it looks once a second whether it should), shows some sign of life.
final class Watchdog: Sendable {
  private struct Round {
    let began: ContinuousClock.Instant
    let what: Finding
    /// What the process had computed by then.
    let start: Duration
    /// The process when it was first looked at, or last showed a sign of life.
    var last: Life?
    var lastSign: ContinuousClock.Instant
  }

  private let round = Mutex<Round?>(nil)
  private let limit: Duration
  private let channel: Channel

  /// Rounds that show signs of life for ever end too: after so many times the limit.
  private static let patience = 8

  /// - Parameters:
  ///   - limit: How long a round may show no sign of life, or compute.
  ///   - channel: Where the finding goes.
  init(limit: Duration, channel: Channel) {
    self.limit = limit
    self.channel = channel
    let thread = Thread { [self] in watch() }
    thread.stackSize = 1 << 19
    thread.start()
  }

  /// A round begins; `finding` is what is said if it does not end.
  func roundBegins(_ finding: Finding) {
    let now = ContinuousClock.now
    let start = Life.processorTime
    round.withLock { $0 = Round(began: now, what: finding, start: start, lastSign: now) }
  }

  /// The round under way came to its end.
  func roundEnded() {
    round.withLock { $0 = nil }
  }

  private func watch() {
    while true {
      Thread.sleep(forTimeInterval: 0.05)
      guard let late = round.withLock({ look(at: &$0) }) else { continue }
      channel.send(.found(late))
      _exit(StressEngine.stalledExitCode)
    }
  }

  /// What is said of the round if it is stuck; nil if it isn't.
  private func look(at round: inout Round?) -> Finding? {
    guard var current = round else { return nil }
    let now = ContinuousClock.now
    // Most rounds take no time at all: only of one that takes long are signs looked for.
    guard current.began + limit / 2 < now else { return nil }
    let life = Life.now
    if current.last?.differs(from: life) ?? false { current.lastSign = now }
    if current.last == nil || current.lastSign == now { current.last = life }
    round = current
    let isSilent = current.lastSign + limit < now
    let computes = life.processorTime - current.start > limit
    let isOld = current.began + limit * Self.patience < now
    return current.began + limit < now && (isSilent || computes || isOld) ? current.what : nil
  }
}

/// What a process has done so far, seen from far away.
private struct Life {
  var processorTime: Duration
  /// How many threads it has; 0 where that is not known.
  var threads: Int

  static var now: Life {
    let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
    return Life(processorTime: processorTime, threads: names?.count ?? 0)
  }

  static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// Whether something was done in between, beyond looking.
  func differs(from other: Life) -> Bool {
    threads != other.threads || processorTime - other.processorTime > .milliseconds(100)
  }
}
