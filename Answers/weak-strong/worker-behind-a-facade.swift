import Foundation

/// What does the work has no tie to the poller: it goes on until its tick is done.
private final class Worker {
  private let onBegin: () -> Void
  private let onCommit: () -> Void

  init(onBegin: @escaping () -> Void, onCommit: @escaping () -> Void) {
    self.onBegin = onBegin
    self.onCommit = onCommit
  }

  func tick() {
    onBegin()
    onCommit()
  }
}

final class OrderPoller {
  private let worker: Worker
  private let queue = DispatchQueue(label: "order-poller")
  private var timer: DispatchSourceTimer?

  init(onBegin: @escaping () -> Void, onCommit: @escaping () -> Void) {
    worker = Worker(onBegin: onBegin, onCommit: onCommit)
  }

  deinit {
    timer?.cancel()
  }

  func start() {
    guard timer == nil else { return }
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + 1, repeating: 1)
    let worker = worker
    timer.setEventHandler { worker.tick() }
    timer.resume()
    self.timer = timer
  }

  func stop() {
    timer?.cancel()
    timer = nil
  }
}
