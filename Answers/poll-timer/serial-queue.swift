import Foundation

final class PollTimer {
  private let interval: TimeInterval
  private let tick: () -> Void
  private let state = DispatchQueue(label: "poll-timer.state")
  private let ticking = DispatchQueue(label: "poll-timer.ticks")
  private var source: DispatchSourceTimer?

  init(interval: TimeInterval, tick: @escaping () -> Void) {
    self.interval = interval
    self.tick = tick
  }

  func start() {
    state.sync {
      guard source == nil else { return }
      // The handler holds what it calls, and not the timer.
      let tick = self.tick
      let source = DispatchSource.makeTimerSource(queue: ticking)
      source.schedule(deadline: .now() + interval, repeating: interval)
      source.setEventHandler { tick() }
      source.activate()
      self.source = source
    }
  }

  func stop() {
    state.sync {
      source?.cancel()
      source = nil
    }
  }

  deinit {
    source?.cancel()
  }
}
