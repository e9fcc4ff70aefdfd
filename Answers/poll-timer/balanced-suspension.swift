import Foundation

final class PollTimer {
  private let interval: TimeInterval
  private let tick: () -> Void
  private let lock = NSLock()
  private let source = DispatchSource.makeTimerSource(queue: .global())
  private var isSuspended = true

  init(interval: TimeInterval, tick: @escaping () -> Void) {
    self.interval = interval
    self.tick = tick
    source.setEventHandler { [weak self] in self?.fire() }
  }

  deinit {
    source.cancel()
    // A source must not be let go while it is suspended.
    if isSuspended { source.resume() }
  }

  func start() {
    lock.lock()
    defer { lock.unlock() }
    guard isSuspended else { return }
    isSuspended = false
    source.schedule(deadline: .now() + interval, repeating: interval)
    source.resume()
  }

  func stop() {
    lock.lock()
    defer { lock.unlock() }
    guard !isSuspended else { return }
    isSuspended = true
    source.suspend()
  }

  private func fire() {
    lock.lock()
    let isRunning = !isSuspended
    lock.unlock()
    if isRunning { tick() }
  }
}
