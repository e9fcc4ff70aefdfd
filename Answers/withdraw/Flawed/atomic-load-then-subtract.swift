import Synchronization

// Flaw: what is subtracted from need not be what was checked.
final class BankAccount: Sendable {
  private let stored: Atomic<Int>

  init(balance: Int) {
    stored = Atomic(balance)
  }

  var balance: Int {
    stored.load(ordering: .acquiring)
  }

  func withdraw(_ amount: Int) {
    guard stored.load(ordering: .acquiring) >= amount else { return }
    stored.subtract(amount, ordering: .acquiringAndReleasing)
  }
}
