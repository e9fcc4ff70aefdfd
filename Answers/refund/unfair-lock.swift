import os

// The lock owns the balance: no method can get at it without the lock.
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
      balance -= balance >= amount ? amount : 0
    }
  }

  func refund(_ amount: Int) {
    stored.withLock { $0 += amount }
  }
}
