import Foundation
import os

/// Memory under an unfair lock, the file on a queue of its own. A write asks on that queue whether its
/// login still lasts; `logOut` ends the login first, then waits for its turn there to remove the file.
final class OrderSession: @unchecked Sendable {
  private struct Cache: Codable {
    var user: String
    var orders: [String: Order]
  }

  private struct State {
    var user: String?
    var login = 0
    var orders: [String: Order] = [:]
    var requests: [Int: any OrderRequest] = [:]
    var lastRequest = 0
  }

  private let api: any CancellableOrderAPI
  private let cacheFile: URL
  private let files = DispatchQueue(label: "files")
  private let state = OSAllocatedUnfairLock(uncheckedState: State())

  init(api: any CancellableOrderAPI, cacheFile: URL) {
    self.api = api
    self.cacheFile = cacheFile
  }

  func logIn(user: String) {
    let cache = files.sync { try? Data(contentsOf: cacheFile) }
      .flatMap { try? JSONDecoder().decode(Cache.self, from: $0) }
    state.withLockUnchecked { state in
      state.user = user
      state.login += 1
      state.orders = cache?.user == user ? cache?.orders ?? [:] : [:]
    }
  }

  func refresh(_ id: String) {
    state.withLockUnchecked { state in
      state.lastRequest += 1
      let (number, login) = (state.lastRequest, state.login)
      state.requests[number] = api.fetchOrder(id) { order in
        self.take(order, from: number, of: login)
      }
    }
  }

  private func take(_ order: Order?, from number: Int, of login: Int) {
    let isStored = state.withLockUnchecked { state in
      guard login == state.login, state.user != nil else { return false }
      state.requests[number] = nil
      guard let order else { return false }
      state.orders[order.id] = order
      return true
    }
    if isStored { files.async { self.write(of: login) } }
  }

  /// On the files' queue. Writes what there is by now, if the login still lasts.
  private func write(of login: Int) {
    let cache = state.withLockUnchecked { state in
      login == state.login ? state.user.map { Cache(user: $0, orders: state.orders) } : nil
    }
    guard let cache, let data = try? JSONEncoder().encode(cache) else { return }
    try? data.write(to: cacheFile)
  }

  func order(for id: String) -> Order? {
    state.withLockUnchecked { $0.orders[id] }
  }

  func logOut() {
    let requests = state.withLockUnchecked { state in
      defer {
        state.user = nil
        state.login += 1
        state.orders = [:]
        state.requests = [:]
      }
      return state.requests.values
    }
    for request in requests { request.cancel() }
    files.sync { try? FileManager.default.removeItem(at: cacheFile) }
  }
}
