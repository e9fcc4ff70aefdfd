import Synchronization

// A first look spares a hopeless withdrawal the lock; under the lock it is checked again.
final class BankAccount: Sendable {
  private let lock = Mutex(())
  private let stored: Atomic<Int>

  init(balance: Int) {
    stored = Atomic(balance)
  }

  var balance: Int {
    stored.load(ordering: .acquiring)
  }

  func withdraw(_ amount: Int) {
    guard balance >= amount else { return }
    lock.withLock { _ in
      guard balance >= amount else { return }
      stored.subtract(amount, ordering: .acquiringAndReleasing)
    }
  }
}
