import Foundation

/// Flaw: memory has a lock and the file has another one. Between the two an answer belongs to no
/// login.
final class OrderSession: @unchecked Sendable {
  private struct Cache: Codable {
    var user: String
    var orders: [String: Order]
  }

  private let api: any CancellableOrderAPI
  private let cacheFile: URL
  private let lock = NSLock()
  private let fileLock = NSLock()
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
    let cache = lock.withLock { () -> Cache? in
      guard login == self.login, let user else { return nil }
      requests[number] = nil
      guard let order else { return nil }
      orders[order.id] = order
      return Cache(user: user, orders: orders)
    }
    guard let cache else { return }
    fileLock.withLock { try? JSONEncoder().encode(cache).write(to: cacheFile) }
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
    }
    fileLock.withLock { try? FileManager.default.removeItem(at: cacheFile) }
  }
}
