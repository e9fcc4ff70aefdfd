import Foundation

/// One number for all requests is fine as long as each order remembers its own last answer.
final class OrderScreenModel: @unchecked Sendable {
  private struct Entry {
    var answered = 0
    var shown: Order?
  }

  private let api: any OrderAPI
  private let lock = NSLock()
  private var lastRequest = 0
  private var entries: [String: Entry] = [:]

  init(api: any OrderAPI) {
    self.api = api
  }

  func refresh(_ id: String) {
    let number = lock.withLock { () -> Int in
      lastRequest += 1
      return lastRequest
    }
    api.fetchOrder(id) { order in
      guard let order else { return }
      self.take(order, from: number)
    }
  }

  private func take(_ order: Order, from number: Int) {
    lock.withLock {
      var entry = entries[order.id, default: Entry()]
      guard number > entry.answered else { return }
      if let shown = entry.shown, order.updatedAt < shown.updatedAt { return }
      entry.answered = number
      entry.shown = order
      entries[order.id] = entry
    }
  }

  func receivePush(_ order: Order) {
    lock.withLock {
      if let shown = entries[order.id]?.shown, order.updatedAt <= shown.updatedAt { return }
      entries[order.id, default: Entry()].shown = order
    }
  }

  func order(for id: String) -> Order? {
    lock.withLock { entries[id]?.shown }
  }
}
