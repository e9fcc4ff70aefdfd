import Foundation

// Flaw: the money is taken first and put back if it was too much. A reader sees a negative balance,
// and a withdrawal that fits is refused meanwhile.
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
    let rest = lock.withLock {
      stored -= amount
      return stored
    }
    if rest < 0 { lock.withLock { stored += amount } }
  }
}
