import Foundation

class OrderStore {
  private var orders: [String: Order] = [:]
  private var observers: [Int: (id: String, onChange: (Order) -> Void)] = [:]
  private var lastToken = 0

  init() {}

  /// The newest known state of an order.
  func order(for id: String) -> Order? {
    orders[id]
  }

  /// Takes in a state, unless a newer one is known.
  func update(_ order: Order) {
    if let stored = orders[order.id], stored.updatedAt >= order.updatedAt { return }
    // The database takes its time.
    Thread.sleep(forTimeInterval: 0.1)
    orders[order.id] = order
    for observer in observers.values where observer.id == order.id {
      observer.onChange(order)
    }
  }

  /// Calls `onChange` with each new state of an order. Returns a token for `removeObserver`.
  func addObserver(for id: String, _ onChange: @escaping (Order) -> Void) -> Int {
    lastToken += 1
    observers[lastToken] = (id, onChange)
    return lastToken
  }

  /// Ends what `addObserver` began.
  func removeObserver(_ token: Int) {
    observers[token] = nil
  }
}
