import Foundation

// The lock may be taken again by its owner, so both methods can use `balance` like everyone else.
final class BankAccount {
  private let lock = NSRecursiveLock()
  private var stored: Int

  init(balance: Int) {
    stored = balance
  }

  private(set) var balance: Int {
    get { lock.withLock { stored } }
    set { lock.withLock { stored = newValue } }
  }

  func withdraw(_ amount: Int) {
    lock.withLock {
      if balance >= amount { balance -= amount }
    }
  }

  func refund(_ amount: Int) {
    lock.withLock { balance += amount }
  }
}
