import Foundation

final class PollTimer {
  private let interval: TimeInterval
  private let tick: () -> Void
  private let queue = DispatchQueue(label: "poll-timer")
  private var timer: Timer?

  init(interval: TimeInterval, tick: @escaping () -> Void) {
    self.interval = interval
    self.tick = tick
  }

  func start() {
    queue.sync {
      guard timer == nil else { return }
      // It is added to the run loop of the queue's thread, and nobody runs that.
      timer = Timer.scheduledTimer(withTimeInterval: interval, repeats: true) { [weak self] _ in
        self?.tick()
      }
    }
  }

  func stop() {
    queue.sync {
      timer?.invalidate()
      timer = nil
    }
  }
}
