import Foundation

final class PollTimer {
  private let lock = NSLock()
  private let source = DispatchSource.makeTimerSource(queue: .global())
  private let interval: TimeInterval
  private var isActive = false

  init(interval: TimeInterval, tick: @escaping () -> Void) {
    self.interval = interval
    source.setEventHandler { tick() }
  }

  deinit {
    source.cancel()
    if !isActive { source.activate() }
  }

  func start() {
    lock.withLock {
      guard !isActive else { return }
      isActive = true
      source.schedule(deadline: .now() + interval, repeating: interval)
      source.activate()
    }
  }

  // A source that was cancelled never ticks again.
  func stop() {
    lock.withLock { source.cancel() }
  }
}
