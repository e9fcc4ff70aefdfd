import Dispatch

/// A concurrent queue: readers share it, whoever writes has it alone.
final class OrderScreenModel {
  private let api: any OrderAPI
  private let queue = DispatchQueue(label: "model", attributes: .concurrent)
  private var requests: [String: Int] = [:]
  private var shown: [String: (order: Order, request: Int)] = [:]

  init(api: any OrderAPI) {
    self.api = api
  }

  func refresh(_ id: String) {
    queue.async(flags: .barrier) {
      let number = self.requests[id, default: 0] + 1
      self.requests[id] = number
      self.api.fetchOrder(id) { order in
        guard let order else { return }
        self.queue.async(flags: .barrier) { self.take(order, from: number) }
      }
    }
  }

  private func take(_ order: Order, from number: Int) {
    if let old = shown[order.id], number <= old.request || order.updatedAt < old.order.updatedAt {
      return
    }
    shown[order.id] = (order, number)
  }

  func receivePush(_ order: Order) {
    queue.async(flags: .barrier) {
      if let old = self.shown[order.id], order.updatedAt <= old.order.updatedAt { return }
      self.shown[order.id] = (order, self.shown[order.id]?.request ?? 0)
    }
  }

  func order(for id: String) -> Order? {
    queue.sync { shown[id]?.order }
  }
}
