import Foundation

// Flaw: a withdrawal that finds the lock taken a hundred times in a row is dropped, though it would have fitted.
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
    for _ in 0..<100 where lock.try() {
      defer { lock.unlock() }
      guard stored >= amount else { return }
      stored -= amount
      return
    }
  }
}
