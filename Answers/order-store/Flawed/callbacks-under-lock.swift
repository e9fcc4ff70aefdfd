import Foundation

/// Observers are called while the lock is held.
final class OrderStore: @unchecked Sendable {
  private let lock = NSLock()
  private var orders: [String: Order] = [:]
  private var observers: [Int: (id: String, onChange: (Order) -> Void)] = [:]
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
        observer.onChange(order)
      }
    }
  }

  func addObserver(for id: String, _ onChange: @escaping (Order) -> Void) -> Int {
    lock.withLock {
      lastToken += 1
      observers[lastToken] = (id, onChange)
      return lastToken
    }
  }

  func removeObserver(_ token: Int) {
    lock.withLock { observers[token] = nil }
  }
}
