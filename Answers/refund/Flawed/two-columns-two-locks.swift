import Foundation

// Flaw: what was withdrawn and what was refunded have a lock each, and the check compares them one
// after the other: two withdrawals can both count on the same money.
final class BankAccount {
  private let withdrawnLock = NSLock()
  private let refundedLock = NSLock()
  private let start: Int
  private var withdrawn = 0
  private var refunded = 0

  init(balance: Int) {
    start = balance
  }

  var balance: Int {
    start + refundedLock.withLock { refunded } - withdrawnLock.withLock { withdrawn }
  }

  func withdraw(_ amount: Int) {
    guard balance >= amount else { return }
    withdrawnLock.withLock { withdrawn += amount }
  }

  func refund(_ amount: Int) {
    refundedLock.withLock { refunded += amount }
  }
}
