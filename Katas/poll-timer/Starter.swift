import Foundation

class PollTimer {
  private let interval: TimeInterval
  private let tick: () -> Void
  private var source: DispatchSourceTimer?

  init(interval: TimeInterval, tick: @escaping () -> Void) {
    self.interval = interval
    self.tick = tick
  }

  /// Ticks once an interval from now on.
  func start() {
    let source = DispatchSource.makeTimerSource(queue: .global())
    source.schedule(deadline: .now() + interval, repeating: interval)
    source.setEventHandler { self.tick() }
    source.resume()
    self.source = source
  }

  /// Ticks no more.
  func stop() {
    source?.suspend()
  }
}
