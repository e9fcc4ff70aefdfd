import Foundation

/// A publisher for each order, as in Combine: it keeps the last value and its subscribers, behind a
/// lock of its own. Values that come while one is being told wait in line; whoever told it goes on.
final class OrderStore: @unchecked Sendable {
  private let lock = NSLock()
  private var subjects: [String: CurrentValue] = [:]
  private var homes: [Int: CurrentValue] = [:]
  private var lastToken = 0

  init() {}

  private func subject(for id: String) -> CurrentValue {
    lock.withLock {
      if let subject = subjects[id] { return subject }
      let subject = CurrentValue()
      subjects[id] = subject
      return subject
    }
  }

  func order(for id: String) -> Order? { subject(for: id).value }

  func update(_ order: Order) { subject(for: order.id).send(order) }

  func addObserver(for id: String, _ onChange: @escaping (Order) -> Void) -> Int {
    let subject = subject(for: id)
    let token = lock.withLock {
      lastToken += 1
      homes[lastToken] = subject
      return lastToken
    }
    subject.sink(token, onChange)
    return token
  }

  func removeObserver(_ token: Int) {
    lock.withLock { homes.removeValue(forKey: token) }?.cancel(token)
  }
}

private final class CurrentValue: @unchecked Sendable {
  private let lock = NSLock()
  private var current: Order?
  private var sinks: [Int: (Order) -> Void] = [:]
  private var line: [(Order, [(Order) -> Void])] = []
  private var isTelling = false

  var value: Order? { lock.withLock { current } }

  func send(_ order: Order) {
    let mustTell = lock.withLock {
      if let current, current.updatedAt >= order.updatedAt { return false }
      current = order
      line.append((order, Array(sinks.values)))
      if isTelling { return false }
      isTelling = true
      return true
    }
    if mustTell { tell() }
  }

  private func tell() {
    while let (order, sinks) = next() {
      for sink in sinks { sink(order) }
    }
  }

  private func next() -> (Order, [(Order) -> Void])? {
    lock.withLock {
      isTelling = !line.isEmpty
      return line.isEmpty ? nil : line.removeFirst()
    }
  }

  func sink(_ token: Int, _ onChange: @escaping (Order) -> Void) {
    lock.withLock { sinks[token] = onChange }
  }

  func cancel(_ token: Int) {
    lock.withLock { sinks[token] = nil }
  }
}
