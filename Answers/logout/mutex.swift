import Foundation
import Synchronization

/// A `Mutex` with all that a login is. Whoever has no login has no place to store anything.
final class OrderSession: Sendable {
  private struct Login {
    let user: String
    let number: Int
    var orders: [String: Order] = [:]
    var requests: [Int: any OrderRequest] = [:]
  }

  private struct Cache: Codable {
    let user: String
    let orders: [String: Order]
  }

  private struct State {
    var login: Login?
    var lastLogin = 0
    var lastRequest = 0
  }

  private let api: any CancellableOrderAPI
  private let cacheFile: URL
  private let state = Mutex(State())

  init(api: any CancellableOrderAPI, cacheFile: URL) {
    self.api = api
    self.cacheFile = cacheFile
  }

  func logIn(user: String) {
    state.withLock { state in
      state.lastLogin += 1
      var login = Login(user: user, number: state.lastLogin)
      if let data = try? Data(contentsOf: cacheFile),
        let cache = try? JSONDecoder().decode(Cache.self, from: data), cache.user == user
      {
        login.orders = cache.orders
      }
      state.login = login
    }
  }

  func refresh(_ id: String) {
    state.withLock { state in
      guard let login = state.login?.number else { return }
      state.lastRequest += 1
      let number = state.lastRequest
      state.login?.requests[number] = api.fetchOrder(id) { [self] order in
        take(order, from: number, of: login)
      }
    }
  }

  private func take(_ order: Order?, from number: Int, of login: Int) {
    state.withLock { state in
      guard state.login?.number == login else { return }
      state.login?.requests[number] = nil
      guard let order else { return }
      state.login?.orders[order.id] = order
      guard let login = state.login else { return }
      let cache = Cache(user: login.user, orders: login.orders)
      try? JSONEncoder().encode(cache).write(to: cacheFile, options: .atomic)
    }
  }

  func order(for id: String) -> Order? {
    state.withLock { $0.login?.orders[id] }
  }

  func logOut() {
    state.withLock { state in
      for request in (state.login?.requests ?? [:]).values { request.cancel() }
      state.login = nil
      try? FileManager.default.removeItem(at: cacheFile)
    }
  }
}
