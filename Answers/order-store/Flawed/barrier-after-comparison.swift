import Dispatch

/// Only the write is a barrier; the comparison comes before it.
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
    let stored = queue.sync { orders[order.id] }
    if let stored, stored.updatedAt >= order.updatedAt { return }
    queue.async(flags: .barrier) { [self] in
      orders[order.id] = order
      let told = observers.values.filter { $0.id == order.id }.map(\.onChange)
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
