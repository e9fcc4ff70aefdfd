import Dispatch

/// A serial queue for the state, and a second one that tells.
final class OrderStore {
  private let queue = DispatchQueue(label: "store")
  private let telling = DispatchQueue(label: "telling")
  private var orders: [String: Order] = [:]
  private var observers: [Int: (id: String, onChange: (Order) -> Void)] = [:]
  private var lastToken = 0

  init() {}

  func order(for id: String) -> Order? {
    queue.sync { orders[id] }
  }

  func update(_ order: Order) {
    queue.async { [self] in
      if let stored = orders[order.id], stored.updatedAt >= order.updatedAt { return }
      orders[order.id] = order
      for observer in observers.values where observer.id == order.id {
        telling.async { observer.onChange(order) }
      }
    }
  }

  func addObserver(for id: String, _ onChange: @escaping (Order) -> Void) -> Int {
    queue.sync {
      lastToken += 1
      observers[lastToken] = (id, onChange)
      return lastToken
    }
  }

  func removeObserver(_ token: Int) {
    queue.sync { observers[token] = nil }
  }
}
