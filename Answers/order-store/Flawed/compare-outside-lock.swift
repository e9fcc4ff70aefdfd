import Foundation

/// The comparison is made outside the lock, the write under it.
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
    if let stored = orders[order.id], stored.updatedAt >= order.updatedAt { return }
    let told = lock.withLock { () -> [(Order) -> Void] in
      orders[order.id] = order
      return observers.values.filter { $0.id == order.id }.map(\.onChange)
    }
    for onChange in told { onChange(order) }
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
