import Foundation

// Flaw: no refund takes the balance above what it was at the start.
final class BankAccount {
  private let lock = NSLock()
  private let start: Int
  private var stored: Int

  init(balance: Int) {
    start = balance
    stored = balance
  }

  var balance: Int {
    lock.withLock { stored }
  }

  func withdraw(_ amount: Int) {
    lock.withLock {
      guard stored >= amount else { return }
      stored -= amount
    }
  }

  func refund(_ amount: Int) {
    lock.withLock { stored = min(start, stored + amount) }
  }
}
