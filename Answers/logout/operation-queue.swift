import Foundation

/// An operation queue of width one does everything; members wait for their operation.
final class OrderSession: @unchecked Sendable {
  private let api: any CancellableOrderAPI
  private let cacheFile: URL
  private let queue = OperationQueue()
  private var user: String?
  private var login = 0
  private var orders: [String: Order] = [:]
  private var requests: [Int: any OrderRequest] = [:]
  private var lastRequest = 0

  init(api: any CancellableOrderAPI, cacheFile: URL) {
    self.api = api
    self.cacheFile = cacheFile
    queue.maxConcurrentOperationCount = 1
  }

  private func wait(for work: @escaping () -> Void) {
    queue.addOperations([BlockOperation(block: work)], waitUntilFinished: true)
  }

  func logIn(user: String) {
    wait { [self] in
      self.user = user
      login += 1
      orders = [:]
      guard let data = FileManager.default.contents(atPath: cacheFile.path) else { return }
      let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
      guard lines.first.map(String.init) == user else { return }
      for line in lines.dropFirst() {
        guard let order = try? JSONDecoder().decode(Order.self, from: Data(line.utf8)) else {
          continue
        }
        orders[order.id] = order
      }
    }
  }

  func refresh(_ id: String) {
    wait { [self] in
      lastRequest += 1
      let (number, login) = (lastRequest, self.login)
      requests[number] = api.fetchOrder(id) { order in
        self.queue.addOperation { self.take(order, from: number, of: login) }
      }
    }
  }

  /// In an operation. The file has the user's name, and a line for each order.
  private func take(_ order: Order?, from number: Int, of login: Int) {
    guard login == self.login, let user else { return }
    requests[number] = nil
    guard let order else { return }
    orders[order.id] = order
    let lines = orders.values.compactMap { try? JSONEncoder().encode($0) }
      .map { String(decoding: $0, as: UTF8.self) }
    let text = ([user] + lines).joined(separator: "\n")
    try? text.write(to: cacheFile, atomically: true, encoding: .utf8)
  }

  func order(for id: String) -> Order? {
    var order: Order?
    wait { order = self.orders[id] }
    return order
  }

  func logOut() {
    wait { [self] in
      user = nil
      login += 1
      orders = [:]
      for request in requests.values { request.cancel() }
      requests = [:]
      try? FileManager.default.removeItem(at: cacheFile)
    }
  }
}
