import Foundation

// Flaw: the lock guards the subtraction, but not the check before it.
final class BankAccount {
  private let lock = NSLock()
  private var stored: Int

  init(balance: Int) {
    stored = balance
  }

  var balance: Int {
    lock.withLock { stored }
  }

  func withdraw(_ amount: Int) {
    if stored >= amount {
      lock.withLock { stored -= amount }
    }
  }
}
