import Foundation

// Flaw: each read and each write is locked, but a change is a read and then a write.
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

  func refund(_ amount: Int) {
    balance += amount
  }
}
