import Foundation

final class PollTimer {
  private let interval: TimeInterval
  private let tick: () -> Void
  private var source: DispatchSourceTimer?

  init(interval: TimeInterval, tick: @escaping () -> Void) {
    self.interval = interval
    self.tick = tick
  }

  deinit {
    source?.cancel()
  }

  func start() {
    guard source == nil else { return }
    let source = DispatchSource.makeTimerSource(queue: .global())
    source.schedule(deadline: .now() + interval, repeating: interval)
    source.setEventHandler { [weak self] in self?.tick() }
    source.resume()
    self.source = source
  }

  func stop() {
    source?.cancel()
    source = nil
  }
}
