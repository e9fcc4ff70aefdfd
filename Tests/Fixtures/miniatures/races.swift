import Foundation

// Fails by a data race alone: the balance is always right, the getter reads it without the lock.
final class BankAccount {
  private let lock = NSLock()
  private(set) var balance: Int

  init(balance: Int) { self.balance = balance }

  func withdraw(_ amount: Int) {
    lock.withLock {
      if balance >= amount { balance -= amount }
    }
  }
}
