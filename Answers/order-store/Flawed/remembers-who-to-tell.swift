import Foundation

/// Whom to tell is looked up under the lock again after the change: twice for an observer that came between, never for one that left.
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
    let (told, current) = lock.withLock {
      (observers.values.filter { $0.id == order.id }.map(\.onChange), orders[order.id])
    }
    for onChange in told { onChange(current ?? order) }
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
