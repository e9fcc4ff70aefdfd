import Foundation

// Flaw: a withdrawal that doesn't fit waits for a refund. It should be refused, and the refund may
// never come.
final class BankAccount {
  private let condition = NSCondition()
  private var stored: Int

  init(balance: Int) {
    stored = balance
  }

  var balance: Int {
    condition.withLock { stored }
  }

  func withdraw(_ amount: Int) {
    condition.lock()
    defer { condition.unlock() }
    while stored < amount { condition.wait() }
    stored -= amount
  }

  func refund(_ amount: Int) {
    condition.lock()
    defer { condition.unlock() }
    stored += amount
    condition.broadcast()
  }
}
