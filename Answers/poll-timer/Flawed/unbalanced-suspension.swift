import Foundation

final class PollTimer {
  private let interval: TimeInterval
  private let tick: () -> Void
  private let source = DispatchSource.makeTimerSource(queue: .global())

  init(interval: TimeInterval, tick: @escaping () -> Void) {
    self.interval = interval
    self.tick = tick
    source.setEventHandler { [weak self] in self?.tick() }
    source.schedule(deadline: .now() + interval, repeating: interval)
  }

  func start() {
    source.resume()
  }

  func stop() {
    source.suspend()
  }
}
