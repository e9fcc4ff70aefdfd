import Foundation

final class OrderPoller {
  private let onBegin: () -> Void
  private let onCommit: () -> Void
  private let queue = DispatchQueue(label: "order-poller")
  private var next: DispatchWorkItem?

  init(onBegin: @escaping () -> Void, onCommit: @escaping () -> Void) {
    self.onBegin = onBegin
    self.onCommit = onCommit
  }

  deinit {
    next?.cancel()
  }

  func start() {
    queue.sync {
      if next == nil { scheduleNext() }
    }
  }

  func stop() {
    queue.sync {
      next?.cancel()
      next = nil
    }
  }

  private func scheduleNext() {
    let item = DispatchWorkItem { [weak self] in
      guard let self else { return }
      self.scheduleNext()
      self.onBegin()
      self.onCommit()
    }
    next = item
    queue.asyncAfter(deadline: .now() + 1, execute: item)
  }
}
