import Foundation

final class PollTimer {
  private let interval: TimeInterval
  private let tick: () -> Void
  private let lock = NSLock()
  private var timer: Timer?

  init(interval: TimeInterval, tick: @escaping () -> Void) {
    self.interval = interval
    self.tick = tick
  }

  deinit {
    timer?.invalidate()
  }

  func start() {
    lock.lock()
    defer { lock.unlock() }
    guard timer == nil else { return }
    let first = Date(timeIntervalSinceNow: interval)
    let timer = Timer(fire: first, interval: interval, repeats: true) { [weak self] _ in
      self?.tick()
    }
    // The main run loop runs as long as the app does.
    RunLoop.main.add(timer, forMode: .common)
    self.timer = timer
  }

  func stop() {
    lock.lock()
    defer { lock.unlock() }
    timer?.invalidate()
    timer = nil
  }
}
