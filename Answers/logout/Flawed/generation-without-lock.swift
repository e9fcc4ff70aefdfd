import Foundation

/// Flaw: whether the login still lasts is asked before the lock is taken.
final class OrderSession: @unchecked Sendable {
  private struct Cache: Codable {
    var user: String
    var orders: [String: Order]
  }

  private let api: any CancellableOrderAPI
  private let cacheFile: URL
  private let lock = NSLock()
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
    lock.withLock {
      self.user = user
      login += 1
      guard let data = try? Data(contentsOf: cacheFile),
        let cache = try? JSONDecoder().decode(Cache.self, from: data), cache.user == user
      else { return }
      orders = cache.orders
    }
  }

  func refresh(_ id: String) {
    lock.withLock {
      guard user != nil else { return }
      lastRequest += 1
      let (number, login) = (lastRequest, self.login)
      requests[number] = api.fetchOrder(id) { order in
        self.take(order, from: number, of: login)
      }
    }
  }

  private func take(_ order: Order?, from number: Int, of login: Int) {
    guard login == self.login, let user else { return }
    lock.withLock {
      requests[number] = nil
      guard let order else { return }
      orders[order.id] = order
      let cache = Cache(user: user, orders: orders)
      try? JSONEncoder().encode(cache).write(to: cacheFile)
    }
  }

  func order(for id: String) -> Order? {
    lock.withLock { orders[id] }
  }

  func logOut() {
    lock.withLock {
      user = nil
      login += 1
      orders = [:]
      for request in requests.values { request.cancel() }
      requests = [:]
      try? FileManager.default.removeItem(at: cacheFile)
    }
  }
}
