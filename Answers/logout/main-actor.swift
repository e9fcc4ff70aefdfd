import Foundation

/// Everything on the main actor.
@MainActor
final class OrderSession {
  private struct Cache: Codable {
    var user: String
    var orders: [String: Order]
  }

  private let api: any CancellableOrderAPI
  private let cacheFile: URL
  private var user: String?
  private var login = 0
  private var orders: [String: Order] = [:]
  private var requests: [Int: any OrderRequest] = [:]
  private var lastRequest = 0

  nonisolated init(api: any CancellableOrderAPI, cacheFile: URL) {
    self.api = api
    self.cacheFile = cacheFile
  }

  func logIn(user: String) {
    self.user = user
    login += 1
    guard let data = try? Data(contentsOf: cacheFile),
      let cache = try? JSONDecoder().decode(Cache.self, from: data), cache.user == user
    else { return }
    orders = cache.orders
  }

  func refresh(_ id: String) {
    guard user != nil else { return }
    lastRequest += 1
    let (number, login) = (lastRequest, self.login)
    requests[number] = api.fetchOrder(id) { @Sendable order in
      Task { @MainActor in self.take(order, from: number, of: login) }
    }
  }

  private func take(_ order: Order?, from number: Int, of login: Int) {
    guard login == self.login, let user else { return }
    requests[number] = nil
    guard let order else { return }
    orders[order.id] = order
    let cache = Cache(user: user, orders: orders)
    try? JSONEncoder().encode(cache).write(to: cacheFile)
  }

  func order(for id: String) -> Order? {
    orders[id]
  }

  func logOut() {
    user = nil
    login += 1
    orders = [:]
    for request in requests.values { request.cancel() }
    requests = [:]
    try? FileManager.default.removeItem(at: cacheFile)
  }
}
