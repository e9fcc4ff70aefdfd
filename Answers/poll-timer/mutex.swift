import Foundation
import Synchronization

final class PollTimer: @unchecked Sendable {
  private let interval: TimeInterval
  private let tick: () -> Void
  private let source = Mutex<(any DispatchSourceTimer)?>(nil)

  init(interval: TimeInterval, tick: @escaping () -> Void) {
    self.interval = interval
    self.tick = tick
  }

  deinit {
    source.withLock { $0?.cancel() }
  }

  func start() {
    source.withLock { source in
      guard source == nil else { return }
      let new = DispatchSource.makeTimerSource()
      new.schedule(deadline: .now() + interval, repeating: interval)
      new.setEventHandler { [weak self] in
        guard let self else { return }
        self.tick()
      }
      new.activate()
      source = new
    }
  }

  func stop() {
    source.withLock { source in
      source?.cancel()
      source = nil
    }
  }
}
