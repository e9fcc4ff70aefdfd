import Foundation

// Flaw: both methods are locked, reads are not.
final class BankAccount {
  private let lock = NSLock()
  private(set) var balance: Int

  init(balance: Int) {
    self.balance = balance
  }

  func withdraw(_ amount: Int) {
    lock.withLock {
      guard balance >= amount else { return }
      balance -= amount
    }
  }

  func refund(_ amount: Int) {
    lock.withLock { balance += amount }
  }
}
