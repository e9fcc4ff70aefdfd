import Synchronization

// Fails by the invariant alone: no data race, but check and subtraction are two steps.
final class BankAccount: Sendable {
  private let stored: Atomic<Int>

  init(balance: Int) { stored = Atomic(balance) }

  var balance: Int { stored.load(ordering: .acquiring) }

  func withdraw(_ amount: Int) {
    guard balance >= amount else { return }
    stored.subtract(amount, ordering: .acquiringAndReleasing)
  }
}
