import os

// The lock owns the balance: there is no way to it but with the lock held.
final class BankAccount: Sendable {
  private let stored: OSAllocatedUnfairLock<Int>

  init(balance: Int) {
    stored = OSAllocatedUnfairLock(initialState: balance)
  }

  var balance: Int {
    stored.withLock { $0 }
  }

  func withdraw(_ amount: Int) {
    stored.withLock { balance in
      guard balance >= amount else { return }
      balance -= amount
    }
  }
}
