import Foundation

/// Each login is an object with a lock of its own. Answers go to the object that asked; when it is
/// over, they find it closed.
final class OrderSession: @unchecked Sendable {
  private let api: any CancellableOrderAPI
  private let cacheFile: URL
  private let lock = NSLock()
  private var login: Login?

  init(api: any CancellableOrderAPI, cacheFile: URL) {
    self.api = api
    self.cacheFile = cacheFile
  }

  private var current: Login? { lock.withLock { login } }

  func logIn(user: String) {
    let next = Login(user: user, api: api, cacheFile: cacheFile)
    lock.withLock { login = next }
  }

  func refresh(_ id: String) { current?.refresh(id) }

  func order(for id: String) -> Order? { current?.order(for: id) }

  func logOut() {
    let last = lock.withLock {
      defer { login = nil }
      return login
    }
    last?.close()
  }
}

/// What one user does from login to logout.
private final class Login: @unchecked Sendable {
  private struct Cache: Codable {
    var user: String
    var orders: [String: Order]
  }

  private let user: String
  private let api: any CancellableOrderAPI
  private let cacheFile: URL
  private let lock = NSLock()
  private var isOver = false
  private var orders: [String: Order] = [:]
  private var requests: [ObjectIdentifier: any OrderRequest] = [:]

  init(user: String, api: any CancellableOrderAPI, cacheFile: URL) {
    self.user = user
    self.api = api
    self.cacheFile = cacheFile
    guard let data = try? Data(contentsOf: cacheFile),
      let cache = try? JSONDecoder().decode(Cache.self, from: data), cache.user == user
    else { return }
    orders = cache.orders
  }

  /// What tells one request from another.
  private final class Ticket: Sendable {}

  func refresh(_ id: String) {
    let ticket = Ticket()
    lock.withLock {
      guard !isOver else { return }
      requests[ObjectIdentifier(ticket)] = api.fetchOrder(id) { [weak self] order in
        self?.take(order, for: ticket)
      }
    }
  }

  private func take(_ order: Order?, for ticket: Ticket) {
    lock.withLock {
      guard !isOver else { return }
      requests[ObjectIdentifier(ticket)] = nil
      guard let order else { return }
      orders[order.id] = order
      try? JSONEncoder().encode(Cache(user: user, orders: orders)).write(to: cacheFile)
    }
  }

  func order(for id: String) -> Order? {
    lock.withLock { isOver ? nil : orders[id] }
  }

  func close() {
    lock.withLock {
      isOver = true
      for request in requests.values { request.cancel() }
      requests = [:]
      orders = [:]
      try? FileManager.default.removeItem(at: cacheFile)
    }
  }
}
