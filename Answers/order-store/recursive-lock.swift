import Foundation

/// A lock that its holder may take again, so observers are told under it, one change after the other.
/// An observer that updates in its callback tells the others in the middle of a change, which is
/// why each change is told from a queue of changes.
final class OrderStore: @unchecked Sendable {
  private let lock = NSRecursiveLock()
  private var orders: [String: Order] = [:]
  private var observers: [Int: (id: String, onChange: (Order) -> Void)] = [:]
  private var lastToken = 0
  private var changes: [Order] = []
  private var isTelling = false

  init() {}

  func order(for id: String) -> Order? {
    lock.lock()
    defer { lock.unlock() }
    return orders[id]
  }

  func update(_ order: Order) {
    lock.lock()
    defer { lock.unlock() }
    if let stored = orders[order.id], stored.updatedAt >= order.updatedAt { return }
    orders[order.id] = order
    changes.append(order)
    guard !isTelling else { return }
    isTelling = true
    while !changes.isEmpty {
      let change = changes.removeFirst()
      for (_, observer) in observers where observer.id == change.id {
        observer.onChange(change)
      }
    }
    isTelling = false
  }

  func addObserver(for id: String, _ onChange: @escaping (Order) -> Void) -> Int {
    lock.lock()
    defer { lock.unlock() }
    lastToken += 1
    observers[lastToken] = (id, onChange)
    return lastToken
  }

  func removeObserver(_ token: Int) {
    lock.lock()
    defer { lock.unlock() }
    observers[token] = nil
  }
}
