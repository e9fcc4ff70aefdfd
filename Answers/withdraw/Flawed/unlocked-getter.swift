import Foundation

// Flaw: withdrawals are locked, reads are not.
final class BankAccount {
  private let lock = NSLock()
  private(set) var balance: Int

  init(balance: Int) {
    self.balance = balance
  }

  func withdraw(_ amount: Int) {
    lock.lock()
    defer { lock.unlock() }
    guard balance >= amount else { return }
    balance -= amount
  }
}
