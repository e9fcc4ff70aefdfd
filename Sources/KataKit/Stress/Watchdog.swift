import Foundation
import Records
import Synchronization

/// Notices a round that never ends, says so, and ends the process: threads that are stuck
/// cannot be got rid of otherwise.
final class Watchdog: Sendable {
  private let began = Mutex<(at: ContinuousClock.Instant, what: Finding)?>(nil)
  private let limit: Duration
  private let channel: Channel

  /// - Parameters:
  ///   - limit: How long a round may take.
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
    began.withLock { $0 = (.now, finding) }
  }

  /// The round under way came to its end.
  func roundEnded() {
    began.withLock { $0 = nil }
  }

  private func watch() {
    while true {
      Thread.sleep(forTimeInterval: 0.05)
      let late = began.withLock { [limit] round in
        round.flatMap { $0.at + limit < .now ? $0.what : nil }
      }
      guard let late else { continue }
      channel.send(.found(late))
      _exit(StressEngine.stalledExitCode)
    }
  }
}
