import Foundation

/// An operation queue of width one: whatever comes in is an operation, and readers wait for theirs.
final class OrderScreenModel: @unchecked Sendable {
  private let api: any OrderAPI
  private let queue = OperationQueue()
  private var lastRequest = 0
  private var shown: [String: (order: Order, request: Int)] = [:]

  init(api: any OrderAPI) {
    self.api = api
    queue.maxConcurrentOperationCount = 1
  }

  func refresh(_ id: String) {
    queue.addOperation { [self] in
      lastRequest += 1
      let number = lastRequest
      api.fetchOrder(id) { order in
        guard let order else { return }
        self.queue.addOperation { self.take(order, from: number) }
      }
    }
  }

  /// In an operation. The numbers are those of all requests; what counts is which is higher among those
  /// of one order.
  private func take(_ order: Order, from number: Int) {
    let old = shown[order.id]
    guard number > old?.request ?? 0 else { return }
    guard order.updatedAt >= old?.order.updatedAt ?? .min else { return }
    shown[order.id] = (order, number)
  }

  func receivePush(_ order: Order) {
    queue.addOperation { [self] in
      let old = shown[order.id]
      guard order.updatedAt > old?.order.updatedAt ?? .min else { return }
      shown[order.id] = (order, old?.request ?? 0)
    }
  }

  func order(for id: String) -> Order? {
    var order: Order?
    let read = BlockOperation { order = self.shown[id]?.order }
    queue.addOperations([read], waitUntilFinished: true)
    return order
  }
}
