import Foundation

/// A concurrent queue: readers side by side, whoever changes something alone.
final class OrderSession: @unchecked Sendable {
  private struct Cache: Codable {
    var user: String
    var orders: [Order]
  }

  private let api: any CancellableOrderAPI
  private let cacheFile: URL
  private let queue = DispatchQueue(label: "session", attributes: .concurrent)
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
    queue.sync(flags: .barrier) {
      self.user = user
      login += 1
      orders = [:]
      guard let data = try? Data(contentsOf: cacheFile),
        let cache = try? JSONDecoder().decode(Cache.self, from: data), cache.user == user
      else { return }
      for order in cache.orders { orders[order.id] = order }
    }
  }

  func refresh(_ id: String) {
    queue.sync(flags: .barrier) {
      lastRequest += 1
      let (number, login) = (lastRequest, self.login)
      requests[number] = api.fetchOrder(id) { order in
        self.queue.async(flags: .barrier) { self.take(order, from: number, of: login) }
      }
    }
  }

  /// On the queue, as a barrier.
  private func take(_ order: Order?, from number: Int, of login: Int) {
    guard login == self.login, let user else { return }
    requests[number] = nil
    guard let order else { return }
    orders[order.id] = order
    let cache = Cache(user: user, orders: Array(orders.values))
    guard let data = try? JSONEncoder().encode(cache) else { return }
    FileManager.default.createFile(atPath: cacheFile.path, contents: data)
  }

  func order(for id: String) -> Order? {
    queue.sync { orders[id] }
  }

  func logOut() {
    queue.sync(flags: .barrier) {
      login += 1
      user = nil
      orders.removeAll()
      requests.values.forEach { $0.cancel() }
      requests.removeAll()
      try? FileManager.default.removeItem(at: cacheFile)
    }
  }
}
