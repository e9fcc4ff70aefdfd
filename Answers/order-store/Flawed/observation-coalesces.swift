import Foundation
import Observation

@Observable private final class Cell {
  var order: Order?
}

/// Flaw: observers look again some time after a change, by Observation. What changed twice by then they
/// hear of once.
final class OrderStore: @unchecked Sendable {
  private let lock = NSLock()
  private let telling = DispatchQueue(label: "telling")
  private var cells: [String: Cell] = [:]
  private var watchers: [Int: Watcher] = [:]
  private var lastToken = 0

  private final class Watcher {
    let cell: Cell
    let onChange: (Order) -> Void
    var last: Order?

    init(cell: Cell, onChange: @escaping (Order) -> Void) {
      self.cell = cell
      self.onChange = onChange
      last = cell.order
    }
  }

  init() {}

  /// Under the lock.
  private func cell(for id: String) -> Cell {
    if let cell = cells[id] { return cell }
    let cell = Cell()
    cells[id] = cell
    return cell
  }

  func order(for id: String) -> Order? {
    lock.withLock { cells[id]?.order }
  }

  func update(_ order: Order) {
    lock.withLock {
      let cell = cell(for: order.id)
      if let stored = cell.order, stored.updatedAt >= order.updatedAt { return }
      cell.order = order
    }
  }

  func addObserver(for id: String, _ onChange: @escaping (Order) -> Void) -> Int {
    lock.withLock {
      lastToken += 1
      let watcher = Watcher(cell: cell(for: id), onChange: onChange)
      watchers[lastToken] = watcher
      _ = look(lastToken, watcher)
      return lastToken
    }
  }

  /// Under the lock. Looks at the order, and waits for the next change.
  private func look(_ token: Int, _ watcher: Watcher) -> Order? {
    withObservationTracking {
      watcher.cell.order
    } onChange: { [self] in
      telling.async { [self] in tell(token) }
    }
  }

  private func tell(_ token: Int) {
    let news = lock.withLock { () -> (Order, (Order) -> Void)? in
      guard let watcher = watchers[token], let order = look(token, watcher), order != watcher.last
      else { return nil }
      watcher.last = order
      return (order, watcher.onChange)
    }
    if let (order, onChange) = news { onChange(order) }
  }

  func removeObserver(_ token: Int) {
    lock.withLock { watchers[token] = nil }
  }
}
