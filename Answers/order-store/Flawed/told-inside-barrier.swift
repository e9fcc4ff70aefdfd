import Dispatch

/// Observers are called inside the barrier block.
final class OrderStore: @unchecked Sendable {
  private let queue = DispatchQueue(label: "store", attributes: .concurrent)
  private var orders: [String: Order] = [:]
  private var observers: [Int: (id: String, onChange: (Order) -> Void)] = [:]
  private var lastToken = 0

  init() {}

  func order(for id: String) -> Order? {
    queue.sync { orders[id] }
  }

  func update(_ order: Order) {
    queue.sync(flags: .barrier) {
      if let stored = orders[order.id], stored.updatedAt >= order.updatedAt { return }
      orders[order.id] = order
      for observer in observers.values where observer.id == order.id {
        observer.onChange(order)
      }
    }
  }

  func addObserver(for id: String, _ onChange: @escaping (Order) -> Void) -> Int {
    queue.sync(flags: .barrier) {
      lastToken += 1
      observers[lastToken] = (id, onChange)
      return lastToken
    }
  }

  func removeObserver(_ token: Int) {
    queue.sync(flags: .barrier) { observers[token] = nil }
  }
}
