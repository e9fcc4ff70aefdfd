import Foundation

class OrderSession {
  private struct Cache: Codable {
    var user: String
    var orders: [String: Order]
  }

  private let api: any CancellableOrderAPI
  private let cacheFile: URL
  private var user: String?
  private var orders: [String: Order] = [:]

  init(api: any CancellableOrderAPI, cacheFile: URL) {
    self.api = api
    self.cacheFile = cacheFile
  }

  /// Begins an account's session, with what the file has of it.
  func logIn(user: String) {
    self.user = user
    guard let data = try? Data(contentsOf: cacheFile),
      let cache = try? JSONDecoder().decode(Cache.self, from: data), cache.user == user
    else { return }
    orders = cache.orders
  }

  /// Asks for the newest state of an order.
  func refresh(_ id: String) {
    api.fetchOrder(id) { order in
      guard let order else { return }
      self.orders[id] = order
      let cache = Cache(user: self.user ?? "", orders: self.orders)
      try? JSONEncoder().encode(cache).write(to: self.cacheFile)
    }
  }

  /// What the session knows of an order.
  func order(for id: String) -> Order? {
    orders[id]
  }

  /// Ends the account's session.
  func logOut() {
    user = nil
    orders = [:]
  }
}
