import Foundation

// Flaw: a lazy property is made by whoever comes first, and two can come first: each then holds a
// lock of its own.
final class BankAccount {
  private lazy var lock = NSLock()
  private var stored: Int

  init(balance: Int) {
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
    lock.withLock { stored += amount }
  }
}
