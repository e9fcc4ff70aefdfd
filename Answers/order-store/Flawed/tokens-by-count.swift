import Foundation

/// The token is the number of observers: after a removal one is given out twice.
final class OrderStore: @unchecked Sendable {
  private let lock = NSLock()
  private var orders: [String: Order] = [:]
  private var observers: [Int: (id: String, onChange: (Order) -> Void)] = [:]

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
      let token = observers.count
      observers[token] = (id, onChange)
      return token
    }
  }

  func removeObserver(_ token: Int) {
    lock.withLock { observers[token] = nil }
  }
}
