import Foundation

/// Readers take the whole dictionary under the lock, and look into it outside.
final class OrderStore: @unchecked Sendable {
  private let lock = NSLock()
  private var orders: [String: Order] = [:]
  private var observers: [Int: (id: String, onChange: (Order) -> Void)] = [:]
  private var lastToken = 0

  init() {}

  func order(for id: String) -> Order? {
    let snapshot = lock.withLock { orders }
    return snapshot[id]
  }

  func update(_ order: Order) {
    lock.lock()
    if let stored = orders[order.id], stored.updatedAt >= order.updatedAt {
      lock.unlock()
      return
    }
    orders[order.id] = order
    let told = observers
    lock.unlock()
    for observer in told.values where observer.id == order.id {
      observer.onChange(order)
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
