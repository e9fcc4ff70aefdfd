import Foundation

class OrderScreenModel {
  private let api: any OrderAPI
  private let lock = NSLock()
  private var shown: [String: Order] = [:]

  init(api: any OrderAPI) {
    self.api = api
  }

  /// Asks for the newest state of an order.
  func refresh(_ id: String) {
    api.fetchOrder(id) { order in
      guard let order else { return }
      self.lock.withLock { self.shown[id] = order }
    }
  }

  /// Takes in a state that the server sent by itself.
  func receivePush(_ order: Order) {
    lock.withLock { shown[order.id] = order }
  }

  /// What the screen shows.
  func order(for id: String) -> Order? {
    lock.withLock { shown[id] }
  }
}
