import Foundation

/// The file is written beside, and moved into its place. A semaphore of one keeps everybody apart.
final class OrderSession: @unchecked Sendable {
  private let api: any CancellableOrderAPI
  private let cacheFile: URL
  private let turn = DispatchSemaphore(value: 1)
  private var user = ""
  private var login = 0
  private var orders: [String: Order] = [:]
  private var requests: [Int: any OrderRequest] = [:]
  private var lastRequest = 0

  init(api: any CancellableOrderAPI, cacheFile: URL) {
    self.api = api
    self.cacheFile = cacheFile
  }

  private var besides: URL { cacheFile.appendingPathExtension("new") }

  func logIn(user: String) {
    turn.wait()
    defer { turn.signal() }
    self.user = user
    login += 1
    guard FileManager.default.fileExists(atPath: cacheFile.path),
      let data = FileManager.default.contents(atPath: cacheFile.path),
      let saved = try? JSONDecoder().decode([String: [Order]].self, from: data)
    else { return }
    for order in saved[user] ?? [] { orders[order.id] = order }
  }

  func refresh(_ id: String) {
    turn.wait()
    defer { turn.signal() }
    lastRequest += 1
    let (number, login) = (lastRequest, self.login)
    requests[number] = api.fetchOrder(id) { [weak self] order in
      self?.take(order, from: number, of: login)
    }
  }

  private func take(_ order: Order?, from number: Int, of login: Int) {
    turn.wait()
    defer { turn.signal() }
    guard login == self.login else { return }
    requests[number] = nil
    guard let order else { return }
    orders[order.id] = order
    guard let data = try? JSONEncoder().encode([user: Array(orders.values)]) else { return }
    guard FileManager.default.createFile(atPath: besides.path, contents: data) else { return }
    try? FileManager.default.removeItem(at: cacheFile)
    try? FileManager.default.moveItem(at: besides, to: cacheFile)
  }

  func order(for id: String) -> Order? {
    turn.wait()
    defer { turn.signal() }
    return orders[id]
  }

  func logOut() {
    turn.wait()
    defer { turn.signal() }
    user = ""
    login += 1
    orders = [:]
    for request in requests.values { request.cancel() }
    requests = [:]
    try? FileManager.default.removeItem(at: cacheFile)
  }
}
