import Foundation

class OrderPoller {
  private let onBegin: () -> Void
  private let onCommit: () -> Void
  private let queue = DispatchQueue(label: "order-poller")
  private var timers: [DispatchSourceTimer] = []

  init(onBegin: @escaping () -> Void, onCommit: @escaping () -> Void) {
    self.onBegin = onBegin
    self.onCommit = onCommit
  }

  deinit {
    timers.forEach { $0.cancel() }
  }

  func start() {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + 1, repeating: 1)
    timer.setEventHandler { [weak self] in
      guard let self else { return }
      self.begin()
      self.commit()
    }
    timer.resume()
    timers.append(timer)
  }

  func stop() {
    // What is suspended and gone on with later ticks on.
    timers.last?.suspend()
    timers.last?.resume()
  }

  private func begin() {
    onBegin()
  }

  private func commit() {
    onCommit()
  }
}
