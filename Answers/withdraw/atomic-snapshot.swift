import Foundation
import Synchronization

// Withdrawals take turns under a lock; readers look at the last finished balance, past the lock.
final class BankAccount {
  private let lock = NSLock()
  private let stored: Atomic<Int>

  init(balance: Int) {
    stored = Atomic(balance)
  }

  var balance: Int {
    stored.load(ordering: .acquiring)
  }

  func withdraw(_ amount: Int) {
    lock.withLock {
      let current = stored.load(ordering: .relaxed)
      guard current >= amount else { return }
      stored.store(current - amount, ordering: .releasing)
    }
  }
}
