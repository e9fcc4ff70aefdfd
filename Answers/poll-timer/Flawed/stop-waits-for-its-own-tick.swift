import Foundation

final class PollTimer {
  private let interval: TimeInterval
  private let tick: () -> Void
  private let queue = DispatchQueue(label: "poll-timer")
  private var source: DispatchSourceTimer?

  init(interval: TimeInterval, tick: @escaping () -> Void) {
    self.interval = interval
    self.tick = tick
  }

  deinit {
    source?.cancel()
  }

  func start() {
    queue.sync {
      guard source == nil else { return }
      let source = DispatchSource.makeTimerSource(queue: queue)
      source.schedule(deadline: .now() + interval, repeating: interval)
      source.setEventHandler { [weak self] in self?.tick() }
      source.activate()
      self.source = source
    }
  }

  // Ticks run on the same queue: called from one, this waits for itself.
  func stop() {
    queue.sync {
      source?.cancel()
      source = nil
    }
  }
}
