import Foundation

// Flaw: the lock is let go between check and subtraction, since the cash takes its time.
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
    let fits = lock.withLock { stored >= amount }
    guard fits else { return }
    Thread.sleep(forTimeInterval: 0.1)
    lock.withLock { stored -= amount }
  }

  func refund(_ amount: Int) {
    lock.withLock { stored += amount }
  }
}
