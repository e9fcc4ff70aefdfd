import Foundation

final class PollTimer {
  private let interval: TimeInterval
  private let tick: () -> Void
  private let lock = NSLock()
  private var isRunning = false
  private var generation = 0

  init(interval: TimeInterval, tick: @escaping () -> Void) {
    self.interval = interval
    self.tick = tick
  }

  func start() {
    lock.lock()
    defer { lock.unlock() }
    guard !isRunning else { return }
    isRunning = true
    generation += 1
    scheduleNext(generation)
  }

  func stop() {
    lock.lock()
    defer { lock.unlock() }
    isRunning = false
    generation += 1
  }

  private func scheduleNext(_ current: Int) {
    DispatchQueue.global().asyncAfter(deadline: .now() + interval) { [weak self] in
      self?.fire(current)
    }
  }

  private func fire(_ current: Int) {
    lock.lock()
    let isCurrent = generation == current
    if isCurrent { scheduleNext(current) }
    lock.unlock()
    if isCurrent { tick() }
  }
}
