import Foundation

/// The file is written 20 ms after the last change, by a work item that `logOut` cancels. An item
/// that is on its way already asks under the lock whether it still counts.
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
  private var write: DispatchWorkItem?

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
    lock.withLock {
      guard login == self.login, user != nil else { return }
      requests[number] = nil
      guard let order else { return }
      orders[order.id] = order
      write?.cancel()
      let item = DispatchWorkItem { [weak self] in self?.save(for: login) }
      write = item
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20), execute: item)
    }
  }

  private func save(for login: Int) {
    lock.withLock {
      guard login == self.login, let user else { return }
      try? JSONEncoder().encode(Cache(user: user, orders: orders)).write(to: cacheFile)
    }
  }

  func order(for id: String) -> Order? {
    lock.withLock { orders[id] }
  }

  func logOut() {
    lock.withLock {
      write?.cancel()
      write = nil
      user = nil
      login += 1
      orders = [:]
      for request in requests.values { request.cancel() }
      requests = [:]
      try? FileManager.default.removeItem(at: cacheFile)
    }
  }
}
