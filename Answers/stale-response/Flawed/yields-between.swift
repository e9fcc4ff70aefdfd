/// Flaw: on the main actor, but with an `await` between the comparison and the storing: others get in.
@MainActor
final class OrderScreenModel {
  private let api: any OrderAPI
  private var lastRequest: [String: Int] = [:]
  private var answered: [String: Int] = [:]
  private var shown: [String: Order] = [:]

  nonisolated init(api: any OrderAPI) {
    self.api = api
  }

  func refresh(_ id: String) {
    let number = lastRequest[id, default: 0] + 1
    lastRequest[id] = number
    api.fetchOrder(id) { @Sendable order in
      guard let order else { return }
      Task { await self.take(order, from: number) }
    }
  }

  private func take(_ order: Order, from number: Int) async {
    guard number > answered[order.id, default: 0] else { return }
    if let old = shown[order.id], order.updatedAt < old.updatedAt { return }
    await Task.yield()
    answered[order.id] = number
    shown[order.id] = order
  }

  func receivePush(_ order: Order) {
    if let old = shown[order.id], order.updatedAt <= old.updatedAt { return }
    shown[order.id] = order
  }

  func order(for id: String) -> Order? {
    shown[id]
  }
}
