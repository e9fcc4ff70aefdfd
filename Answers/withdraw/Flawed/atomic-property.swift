import Foundation

// Flaw: each read and each write is locked, the check and the subtraction are still two steps.
final class BankAccount {
  private let lock = NSLock()
  private var stored: Int

  init(balance: Int) {
    stored = balance
  }

  private(set) var balance: Int {
    get { lock.withLock { stored } }
    set { lock.withLock { stored = newValue } }
  }

  func withdraw(_ amount: Int) {
    guard balance >= amount else { return }
    balance -= amount
  }
}
