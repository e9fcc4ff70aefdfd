import Synchronization

// The mutex owns the balance: no method can get at it without the lock.
final class BankAccount: Sendable {
  private let stored: Mutex<Int>

  init(balance: Int) {
    stored = Mutex(balance)
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

  func refund(_ amount: Int) {
    stored.withLock { $0 += amount }
  }
}
