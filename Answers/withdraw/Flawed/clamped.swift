import Foundation

// Flaw: check and subtraction are two steps; `max` only hides that more was paid out than there was.
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
    balance = max(0, balance - amount)
  }
}
