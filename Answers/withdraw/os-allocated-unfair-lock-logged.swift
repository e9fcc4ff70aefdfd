import os

// The lock owns the balance; a refusal goes to the log, once the lock is released.
final class BankAccount: Sendable {
  private let logger = Logger(subsystem: "bank", category: "account")
  private let stored: OSAllocatedUnfairLock<Int>

  init(balance: Int) {
    stored = OSAllocatedUnfairLock(initialState: balance)
  }

  var balance: Int {
    stored.withLock { $0 }
  }

  func withdraw(_ amount: Int) {
    let accepted = stored.withLock { balance in
      guard balance >= amount else { return false }
      balance -= amount
      return true
    }
    if !accepted {
      logger.notice("refused a withdrawal of \(amount, privacy: .private)")
    }
  }
}
