import Foundation

final class PollTimer {
  private let interval: TimeInterval
  private let tick: () -> Void
  private let lock = NSLock()
  private var source: DispatchSourceTimer?

  init(interval: TimeInterval, tick: @escaping () -> Void) {
    self.interval = interval
    self.tick = tick
  }

  deinit {
    source?.cancel()
  }

  func start() {
    lock.lock()
    defer { lock.unlock() }
    guard source == nil else { return }
    let source = DispatchSource.makeTimerSource(queue: .global())
    source.schedule(deadline: .now() + interval, repeating: interval)
    source.setEventHandler { [unowned self] in self.tick() }
    source.resume()
    self.source = source
  }

  func stop() {
    lock.lock()
    defer { lock.unlock() }
    source?.cancel()
    source = nil
  }
}
