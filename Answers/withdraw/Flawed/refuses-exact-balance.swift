import Foundation

// Flaw: a withdrawal of exactly the balance is refused.
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
    lock.withLock {
      guard stored > amount else { return }
      stored -= amount
    }
  }
}
