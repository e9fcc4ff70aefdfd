import Foundation

final class PollTimer: @unchecked Sendable {
  private let interval: TimeInterval
  private let tick: () -> Void
  private let lock = NSLock()
  private var loop: Task<Void, Never>?

  init(interval: TimeInterval, tick: @escaping () -> Void) {
    self.interval = interval
    self.tick = tick
  }

  deinit {
    loop?.cancel()
  }

  func start() {
    lock.withLock {
      guard loop == nil else { return }
      loop = Task {
        while !Task.isCancelled {
          try? await Task.sleep(for: .seconds(interval))
          if !Task.isCancelled { tick() }
        }
      }
    }
  }

  func stop() {
    lock.withLock {
      loop?.cancel()
      loop = nil
    }
  }
}
