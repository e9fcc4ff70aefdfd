import Foundation

/// Flaw: `logOut` comes back at once, and what it has to do comes some time later.
final class OrderSession {
  private struct Cache: Codable {
    var user: String
    var orders: [String: Order]
  }

  private let api: any CancellableOrderAPI
  private let cacheFile: URL
  private let queue = DispatchQueue(label: "session")
  private var user: String?
  private var login = 0
  private var orders: [String: Order] = [:]
  private var requests: [Int: any OrderRequest] = [:]
  private var lastRequest = 0

  init(api: any CancellableOrderAPI, cacheFile: URL) {
    self.api = api
    self.cacheFile = cacheFile
  }

  func logIn(user: String) {
    queue.sync {
      self.user = user
      login += 1
      guard let data = try? Data(contentsOf: cacheFile),
        let cache = try? JSONDecoder().decode(Cache.self, from: data), cache.user == user
      else { return }
      orders = cache.orders
    }
  }

  func refresh(_ id: String) {
    queue.sync {
      guard user != nil else { return }
      lastRequest += 1
      let (number, login) = (lastRequest, self.login)
      requests[number] = api.fetchOrder(id) { order in
        self.take(order, from: number, of: login)
      }
    }
  }

  private func take(_ order: Order?, from number: Int, of login: Int) {
    queue.sync {
      guard login == self.login, let user else { return }
      requests[number] = nil
      guard let order else { return }
      orders[order.id] = order
      let cache = Cache(user: user, orders: orders)
      try? JSONEncoder().encode(cache).write(to: cacheFile)
    }
  }

  func order(for id: String) -> Order? {
    queue.sync { orders[id] }
  }

  func logOut() {
    queue.async { [self] in
      user = nil
      login += 1
      orders = [:]
      for request in requests.values { request.cancel() }
      requests = [:]
      try? FileManager.default.removeItem(at: cacheFile)
    }
  }
}
