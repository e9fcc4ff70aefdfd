import Dispatch

/// An actor that does its work on a serial queue of its own.
actor OrderStore {
  private let executor = QueueExecutor()
  private var orders: [String: Order] = [:]
  private var observers: [(token: Int, id: String, onChange: (Order) -> Void)] = []
  private var lastToken = 0

  init() {}

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  func order(for id: String) -> Order? {
    orders[id]
  }

  func update(_ order: Order) {
    if let stored = orders[order.id], stored.updatedAt >= order.updatedAt { return }
    orders[order.id] = order
    for observer in observers where observer.id == order.id {
      observer.onChange(order)
    }
  }

  func addObserver(for id: String, _ onChange: @escaping (Order) -> Void) -> Int {
    lastToken += 1
    observers.append((lastToken, id, onChange))
    return lastToken
  }

  func removeObserver(_ token: Int) {
    observers.removeAll { $0.token == token }
  }
}

private final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "orders")

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
