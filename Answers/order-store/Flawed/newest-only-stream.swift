import Foundation

/// Flaw: the streams keep the newest change only. An observer that is slow never hears of those before.
final class OrderStore: @unchecked Sendable {
  private struct Observer {
    let id: String
    let changes: AsyncStream<Order>.Continuation
  }

  private let lock = NSLock()
  private var orders: [String: Order] = [:]
  private var observers: [Int: Observer] = [:]
  private var lastToken = 0

  init() {}

  func order(for id: String) -> Order? {
    lock.withLock { orders[id] }
  }

  func update(_ order: Order) {
    lock.withLock {
      if let stored = orders[order.id], stored.updatedAt >= order.updatedAt { return }
      orders[order.id] = order
      for observer in observers.values where observer.id == order.id {
        observer.changes.yield(order)
      }
    }
  }

  func addObserver(for id: String, _ onChange: @escaping (Order) -> Void) -> Int {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Order.self, bufferingPolicy: .bufferingNewest(1))
    Task {
      for await order in stream { onChange(order) }
    }
    return lock.withLock {
      lastToken += 1
      observers[lastToken] = Observer(id: id, changes: continuation)
      return lastToken
    }
  }

  func removeObserver(_ token: Int) {
    let observer = lock.withLock { observers.removeValue(forKey: token) }
    observer?.changes.finish()
  }
}
