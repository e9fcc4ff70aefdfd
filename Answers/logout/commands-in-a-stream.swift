import Foundation

/// One task reads a stream of commands and does them one after the other. Members put a command in and
/// wait until it was done; answers are commands too.
final class OrderSession: Sendable {
  private let commands: AsyncStream<@Sendable (Desk) -> Void>.Continuation

  init(api: any CancellableOrderAPI, cacheFile: URL) {
    let (stream, continuation) = AsyncStream.makeStream(of: (@Sendable (Desk) -> Void).self)
    commands = continuation
    Task {
      let desk = Desk(api: api, cacheFile: cacheFile)
      for await command in stream { command(desk) }
    }
  }

  deinit { commands.finish() }

  private func ask<Answer: Sendable>(
    _ command: @escaping @Sendable (Desk) -> Answer
  ) async -> Answer {
    await withCheckedContinuation { continuation in
      commands.yield { continuation.resume(returning: command($0)) }
    }
  }

  func logIn(user: String) async { await ask { $0.logIn(user: user) } }

  func refresh(_ id: String) async {
    await ask { [commands] desk in
      desk.refresh(id) { take in commands.yield(take) }
    }
  }

  func order(for id: String) async -> Order? { await ask { $0.orders[id] } }

  func logOut() async { await ask { $0.logOut() } }
}

/// Used by the task alone.
private final class Desk {
  private struct Cache: Codable {
    var user: String
    var orders: [String: Order]
  }

  private let api: any CancellableOrderAPI
  private let cacheFile: URL
  private var user: String?
  private var login = 0
  private(set) var orders: [String: Order] = [:]
  private var requests: [Int: any OrderRequest] = [:]
  private var lastRequest = 0

  init(api: any CancellableOrderAPI, cacheFile: URL) {
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

  func refresh(_ id: String, later: @escaping (@escaping @Sendable (Desk) -> Void) -> Void) {
    lastRequest += 1
    let (number, login) = (lastRequest, self.login)
    requests[number] = api.fetchOrder(id) { order in
      later { $0.take(order, from: number, of: login) }
    }
  }

  private func take(_ order: Order?, from number: Int, of login: Int) {
    guard login == self.login, let user else { return }
    requests[number] = nil
    guard let order else { return }
    orders[order.id] = order
    try? JSONEncoder().encode(Cache(user: user, orders: orders)).write(to: cacheFile)
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
