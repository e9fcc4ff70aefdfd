import Synchronization

// Right: a flag of a byte guards the balance; the one beside it only says that somebody had to wait.
final class BankAccount: @unchecked Sendable {
  private let isTaken = Atomic(false)
  private let wasContended = Atomic(false)
  private var stored: Int

  init(balance: Int) {
    stored = balance
  }

  var balance: Int {
    exclusively { stored }
  }

  func withdraw(_ amount: Int) {
    exclusively {
      guard stored >= amount else { return }
      stored -= amount
    }
  }

  private func exclusively<Result>(_ body: () -> Result) -> Result {
    while isTaken.exchange(true, ordering: .acquiring) {
      wasContended.store(true, ordering: .relaxed)
    }
    defer { isTaken.store(false, ordering: .releasing) }
    return body()
  }
}
