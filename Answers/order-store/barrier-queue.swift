import Dispatch

/// Readers share a concurrent queue, writers have it alone. A serial queue tells observers, in the
/// order in which changes were accepted.
final class OrderStore: @unchecked Sendable {
  private let queue = DispatchQueue(label: "store", attributes: .concurrent)
  private let telling = DispatchQueue(label: "telling")
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
      let told = observers.values.filter { $0.id == order.id }.map(\.onChange)
      if told.isEmpty { return }
      telling.async {
        for onChange in told { onChange(order) }
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
