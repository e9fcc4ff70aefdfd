import Dispatch

/// An actor that does its work on a serial queue of its own.
actor OrderScreenModel {
  private let executor = QueueExecutor()
  private let api: any OrderAPI
  private var lastRequest: [String: Int] = [:]
  private var answered: [String: Int] = [:]
  private var shown: [String: Order] = [:]

  init(api: any OrderAPI) {
    self.api = api
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  func refresh(_ id: String) {
    let number = lastRequest[id, default: 0] + 1
    lastRequest[id] = number
    api.fetchOrder(id) { @Sendable order in
      guard let order else { return }
      Task { await self.take(order, from: number) }
    }
  }

  private func take(_ order: Order, from number: Int) {
    guard number > answered[order.id, default: 0] else { return }
    if let old = shown[order.id], order.updatedAt < old.updatedAt { return }
    answered[order.id] = number
    shown[order.id] = order
  }

  func receivePush(_ order: Order) {
    if let old = shown[order.id], order.updatedAt <= old.updatedAt { return }
    shown[order.id] = order
  }

  func order(for id: String) -> Order? {
    shown[id]
  }
}

private final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "screen")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async {
      job.runSynchronously(on: self.asUnownedSerialExecutor())
    }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }
}
