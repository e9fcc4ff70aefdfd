import Foundation

final class PollTimer {
  private let lock = NSLock()
  private let source = DispatchSource.makeTimerSource(queue: .global())
  private let interval: TimeInterval
  private var isActive = false
  private var isRunning = false

  init(interval: TimeInterval, tick: @escaping () -> Void) {
    self.interval = interval
    source.setEventHandler { [weak self] in
      guard let self, self.runs else { return }
      tick()
    }
  }

  // Whoever lets go of it before the first start lets go of an inactive source.
  deinit {
    source.cancel()
  }

  private var runs: Bool { lock.withLock { isRunning } }

  func start() {
    lock.withLock {
      guard !isRunning else { return }
      isRunning = true
      source.schedule(deadline: .now() + interval, repeating: interval)
      if !isActive { source.activate() }
      isActive = true
    }
  }

  func stop() {
    lock.withLock { isRunning = false }
  }
}
