import Observation

/// A model as SwiftUI has them: observable, on the main actor.
@MainActor @Observable
final class OrderScreenModel {
  private struct Row {
    var order: Order?
    var issued = 0
    var answered = 0
  }

  @ObservationIgnored private let api: any OrderAPI
  private var rows: [String: Row] = [:]

  init(api: any OrderAPI) {
    self.api = api
  }

  func refresh(_ id: String) {
    rows[id, default: Row()].issued += 1
    let number = rows[id]!.issued
    api.fetchOrder(id) { @Sendable order in
      Task { @MainActor in
        guard let order else { return }
        self.take(order, from: number)
      }
    }
  }

  private func take(_ order: Order, from number: Int) {
    var row = rows[order.id] ?? Row()
    guard number > row.answered, order.updatedAt >= row.order?.updatedAt ?? .min else { return }
    row.answered = number
    row.order = order
    rows[order.id] = row
  }

  func receivePush(_ order: Order) {
    guard order.updatedAt > rows[order.id]?.order?.updatedAt ?? .min else { return }
    rows[order.id, default: Row()].order = order
  }

  func order(for id: String) -> Order? {
    rows[id]?.order
  }
}
