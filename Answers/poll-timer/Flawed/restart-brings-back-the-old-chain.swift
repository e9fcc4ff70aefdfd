import Foundation

final class PollTimer {
  private let interval: TimeInterval
  private let tick: () -> Void
  private let lock = NSLock()
  private var isRunning = false

  init(interval: TimeInterval, tick: @escaping () -> Void) {
    self.interval = interval
    self.tick = tick
  }

  func start() {
    lock.lock()
    defer { lock.unlock() }
    guard !isRunning else { return }
    isRunning = true
    scheduleNext()
  }

  func stop() {
    lock.lock()
    defer { lock.unlock() }
    isRunning = false
  }

  private func scheduleNext() {
    DispatchQueue.global().asyncAfter(deadline: .now() + interval) { [weak self] in
      self?.fire()
    }
  }

  private func fire() {
    lock.lock()
    let isRunning = isRunning
    // If it was stopped and started again meanwhile, there are two chains of these.
    if isRunning { scheduleNext() }
    lock.unlock()
    if isRunning { tick() }
  }
}
