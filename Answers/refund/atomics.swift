import Synchronization

// A refund is one atomic addition. A withdrawal subtracts only from the balance that it checked.
final class BankAccount: Sendable {
  private let stored: Atomic<Int>

  init(balance: Int) {
    stored = Atomic(balance)
  }

  var balance: Int {
    stored.load(ordering: .acquiring)
  }

  func withdraw(_ amount: Int) {
    var current = stored.load(ordering: .acquiring)
    while current >= amount {
      let (exchanged, original) = stored.compareExchange(
        expected: current, desired: current - amount, ordering: .acquiringAndReleasing)
      if exchanged { return }
      current = original
    }
  }

  func refund(_ amount: Int) {
    stored.add(amount, ordering: .acquiringAndReleasing)
  }
}
