import Foundation

class OrderPoller {
  private let onBegin: () -> Void
  private let onCommit: () -> Void
  private let queue = DispatchQueue(label: "order-poller")
  private var timer: DispatchSourceTimer?

  init(onBegin: @escaping () -> Void, onCommit: @escaping () -> Void) {
    self.onBegin = onBegin
    self.onCommit = onCommit
  }

  deinit {
    timer?.cancel()
  }

  func start() {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + 1, repeating: 1)
    // A method that is passed on takes its object along.
    timer.setEventHandler(handler: tick)
    timer.resume()
    self.timer = timer
  }

  func stop() {
    timer?.cancel()
    timer = nil
  }

  private func tick() {
    begin()
    commit()
  }

  private func begin() {
    onBegin()
  }

  private func commit() {
    onCommit()
  }
}
