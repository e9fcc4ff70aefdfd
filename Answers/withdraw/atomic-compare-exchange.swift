import Synchronization

// Subtracts only from the very balance that was checked; tries again if it has changed meanwhile.
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
}
