import Foundation

/// The lock guards the orders; the observers are nobody's.
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
    let isNewer = lock.withLock { () -> Bool in
      if let stored = orders[order.id], stored.updatedAt >= order.updatedAt { return false }
      orders[order.id] = order
      return true
    }
    guard isNewer else { return }
    for observer in observers.values where observer.id == order.id {
      observer.onChange(order)
    }
  }

  func addObserver(for id: String, _ onChange: @escaping (Order) -> Void) -> Int {
    lastToken += 1
    observers[lastToken] = (id, onChange)
    return lastToken
  }

  func removeObserver(_ token: Int) {
    observers[token] = nil
  }
}
