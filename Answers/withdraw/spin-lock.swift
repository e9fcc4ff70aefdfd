import Synchronization

// A flag that is tested and set in one step.
final class BankAccount {
  private let isTaken = Atomic(false)
  private var stored: Int

  init(balance: Int) {
    stored = balance
  }

  var balance: Int {
    withLock { stored }
  }

  func withdraw(_ amount: Int) {
    withLock {
      guard stored >= amount else { return }
      stored -= amount
    }
  }

  private func withLock<Result>(_ body: () -> Result) -> Result {
    while isTaken.exchange(true, ordering: .acquiring) {}
    defer { isTaken.store(false, ordering: .releasing) }
    return body()
  }
}
