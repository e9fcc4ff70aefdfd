import Foundation

// Withdrawals and refunds are kept apart, but under one lock: the check needs both.
final class BankAccount {
  private let lock = NSLock()
  private let start: Int
  private var withdrawn = 0
  private var refunded = 0

  init(balance: Int) {
    start = balance
  }

  var balance: Int {
    lock.withLock { start + refunded - withdrawn }
  }

  func withdraw(_ amount: Int) {
    lock.withLock {
      guard start + refunded - withdrawn >= amount else { return }
      withdrawn += amount
    }
  }

  func refund(_ amount: Int) {
    lock.withLock { refunded += amount }
  }
}
