import Foundation

/// A lock for the state, and an operation queue of width one for the telling. Who is told what is put
/// into the queue under the lock, so that it comes out in the order of the changes.
final class OrderStore: @unchecked Sendable {
  private let lock = NSLock()
  private let telling = OperationQueue()
  private var orders: [String: Order] = [:]
  private var observers: [Int: (id: String, onChange: (Order) -> Void)] = [:]
  private var lastToken = 0

  init() {
    telling.maxConcurrentOperationCount = 1
  }

  func order(for id: String) -> Order? {
    lock.lock()
    defer { lock.unlock() }
    return orders[id]
  }

  func update(_ order: Order) {
    lock.lock()
    defer { lock.unlock() }
    guard order.updatedAt > orders[order.id]?.updatedAt ?? .min else { return }
    orders[order.id] = order
    let told = observers.values.filter { $0.id == order.id }
    if told.isEmpty { return }
    telling.addOperation {
      for observer in told { observer.onChange(order) }
    }
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
