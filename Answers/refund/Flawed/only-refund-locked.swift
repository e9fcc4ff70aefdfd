import Foundation

// Flaw: the new method got a lock, the old one was left as it was.
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
    guard stored >= amount else { return }
    stored -= amount
  }

  func refund(_ amount: Int) {
    lock.withLock { stored += amount }
  }
}
