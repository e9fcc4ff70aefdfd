import Foundation

/// Only the stamps are compared; of two answers with the same one, the first to arrive is shown.
final class OrderScreenModel: @unchecked Sendable {
  private struct Entry {
    var lastRequest = 0
    var answered = 0
    var shown: Order?
  }

  private let api: any OrderAPI
  private let lock = NSLock()
  private var entries: [String: Entry] = [:]

  init(api: any OrderAPI) {
    self.api = api
  }

  func refresh(_ id: String) {
    let number = lock.withLock { () -> Int in
      entries[id, default: Entry()].lastRequest += 1
      return entries[id]!.lastRequest
    }
    api.fetchOrder(id) { order in
      guard let order else { return }
      self.take(order, from: number)
    }
  }

  private func take(_ order: Order, from number: Int) {
    lock.withLock {
      var entry = entries[order.id, default: Entry()]
      if let shown = entry.shown, order.updatedAt <= shown.updatedAt { return }
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
