import Dispatch
import Synchronization

/// The state in a `Mutex`, whose lock hands changes to a serial queue: told in the order accepted.
final class OrderStore: Sendable {
  private struct State {
    var orders: [String: Order] = [:]
    var observers: [Int: Observer] = [:]
    var lastToken = 0
  }

  private struct Observer: @unchecked Sendable {
    // The store calls it from one queue only.
    let id: String
    let onChange: (Order) -> Void
  }

  private let state = Mutex(State())
  private let telling = DispatchQueue(label: "telling")

  init() {}

  func order(for id: String) -> Order? {
    state.withLock { $0.orders[id] }
  }

  func update(_ order: Order) {
    state.withLock { state in
      guard state.orders[order.id].map({ $0.updatedAt < order.updatedAt }) ?? true else { return }
      state.orders[order.id] = order
      let told = state.observers.values.filter { $0.id == order.id }
      telling.async {
        for observer in told { observer.onChange(order) }
      }
    }
  }

  func addObserver(for id: String, _ onChange: @escaping (Order) -> Void) -> Int {
    let observer = Observer(id: id, onChange: onChange)
    return state.withLock { state in
      state.lastToken += 1
      state.observers[state.lastToken] = observer
      return state.lastToken
    }
  }

  func removeObserver(_ token: Int) {
    state.withLock { $0.observers[token] = nil }
  }
}
