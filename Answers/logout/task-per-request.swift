import Foundation
import Synchronization

/// An actor with a task for each request. The tasks are cancelled at `logOut`, which cancels what they
/// wait for; a task that is cancelled stores nothing.
actor OrderSession {
  private struct Cache: Codable {
    var user: String
    var orders: [String: Order]
  }

  private let api: any CancellableOrderAPI
  private let cacheFile: URL
  private var user: String?
  private var orders: [String: Order] = [:]
  private var tasks: [UUID: Task<Void, Never>] = [:]

  init(api: any CancellableOrderAPI, cacheFile: URL) {
    self.api = api
    self.cacheFile = cacheFile
  }

  func logIn(user: String) {
    self.user = user
    guard let data = try? Data(contentsOf: cacheFile),
      let cache = try? JSONDecoder().decode(Cache.self, from: data), cache.user == user
    else { return }
    orders = cache.orders
  }

  func refresh(_ id: String) {
    guard user != nil else { return }
    let key = UUID()
    tasks[key] = Task {
      let order = await api.order(id)
      // Nobody comes in between here and the end of `store`.
      guard !Task.isCancelled else { return }
      tasks[key] = nil
      if let order { store(order) }
    }
  }

  private func store(_ order: Order) {
    guard let user else { return }
    orders[order.id] = order
    try? JSONEncoder().encode(Cache(user: user, orders: orders)).write(to: cacheFile)
  }

  func order(for id: String) -> Order? {
    orders[id]
  }

  func logOut() {
    for task in tasks.values { task.cancel() }
    tasks = [:]
    user = nil
    orders = [:]
    try? FileManager.default.removeItem(at: cacheFile)
  }
}

extension CancellableOrderAPI {
  /// Waits for an answer: the first one counts, and a cancellation is as good as one.
  fileprivate func order(_ id: String) async -> Order? {
    let call = Call()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        call.begin(continuation)
        call.keep(fetchOrder(id) { call.end(with: $0) })
      }
    } onCancel: {
      call.cancel()
    }
  }
}

/// A request under way, and who waits for it.
private final class Call: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Order?, Never>?
    var request: (any OrderRequest)?
    var isCancelled = false
  }

  private let state = Mutex(State())

  func begin(_ continuation: CheckedContinuation<Order?, Never>) {
    state.withLock { $0.continuation = continuation }
  }

  func keep(_ request: any OrderRequest) {
    let isCancelled = state.withLock { state in
      state.request = request
      return state.isCancelled
    }
    if isCancelled { cancel() }
  }

  func end(with order: Order?) {
    state.withLock { $0.continuation.take() }?.resume(returning: order)
  }

  func cancel() {
    let request = state.withLock { state in
      state.isCancelled = true
      return state.request
    }
    guard let request else { return }
    request.cancel()
    end(with: nil)
  }
}
