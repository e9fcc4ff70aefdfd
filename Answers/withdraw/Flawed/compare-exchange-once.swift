import Synchronization

// Flaw: if somebody was faster, the exchange fails, and nobody tries again: a withdrawal that fits
// is dropped.
final class BankAccount: Sendable {
  private let stored: Atomic<Int>

  init(balance: Int) {
    stored = Atomic(balance)
  }

  var balance: Int {
    stored.load(ordering: .acquiring)
  }

  func withdraw(_ amount: Int) {
    let current = stored.load(ordering: .acquiring)
    guard current >= amount else { return }
    _ = stored.compareExchange(
      expected: current, desired: current - amount, ordering: .acquiringAndReleasing)
  }
}
