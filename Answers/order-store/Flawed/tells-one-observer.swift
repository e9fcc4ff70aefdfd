import Foundation

/// An order has one observer: the next one replaces it.
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
    let told = lock.withLock { () -> [(Order) -> Void] in
      if let stored = orders[order.id], stored.updatedAt >= order.updatedAt { return [] }
      orders[order.id] = order
      return observers.values.filter { $0.id == order.id }.map(\.onChange)
    }
    for onChange in told { onChange(order) }
  }

  func addObserver(for id: String, _ onChange: @escaping (Order) -> Void) -> Int {
    lock.withLock {
      lastToken += 1
      for (token, observer) in observers where observer.id == id { observers[token] = nil }
      observers[lastToken] = (id, onChange)
      return lastToken
    }
  }

  func removeObserver(_ token: Int) {
    lock.withLock { observers[token] = nil }
  }
}
