import Synchronization

/// The state in a `Mutex`. Each order keeps the answers' numbers apart from the pushes.
final class OrderScreenModel: Sendable {
  private struct State {
    var issued: [String: Int] = [:]
    var answered: [String: Int] = [:]
    var shown: [String: Order] = [:]

    mutating func issue(_ id: String) -> Int {
      issued[id, default: 0] += 1
      return issued[id]!
    }

    mutating func take(_ order: Order, from number: Int?) {
      if let number, number < answered[order.id, default: 0] { return }
      if let old = shown[order.id], order.updatedAt < old.updatedAt { return }
      if let number { answered[order.id] = number }
      shown[order.id] = order
    }
  }

  private let api: any OrderAPI
  private let state = Mutex(State())

  init(api: any OrderAPI) {
    self.api = api
  }

  func refresh(_ id: String) {
    let number = state.withLock { $0.issue(id) }
    api.fetchOrder(id) { [self] order in
      guard let order else { return }
      state.withLock { $0.take(order, from: number) }
    }
  }

  func receivePush(_ order: Order) {
    state.withLock { $0.take(order, from: nil) }
  }

  func order(for id: String) -> Order? {
    state.withLock { $0.shown[id] }
  }
}
