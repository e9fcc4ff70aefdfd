/// An actor. Observers are called on it, one change after the other.
actor OrderStore {
  private var orders: [String: Order] = [:]
  private var observers: [Int: (id: String, onChange: (Order) -> Void)] = [:]
  private var lastToken = 0

  init() {}

  func order(for id: String) -> Order? {
    orders[id]
  }

  func update(_ order: Order) {
    if let stored = orders[order.id], stored.updatedAt >= order.updatedAt { return }
    orders[order.id] = order
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
