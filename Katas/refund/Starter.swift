import Foundation

class BankAccount {
  private let lock = NSLock()
  private var stored: Int

  init(balance: Int) {
    stored = balance
  }

  var balance: Int {
    lock.withLock { stored }
  }

  /// Takes an amount off the balance. An amount that exceeds the balance changes nothing.
  func withdraw(_ amount: Int) {
    lock.withLock {
      guard stored >= amount else { return }
      stored -= amount
    }
  }

  /// Adds an amount to the balance.
  func refund(_ amount: Int) {
    let before = stored
    // The booking takes its time.
    Thread.sleep(forTimeInterval: 0.1)
    stored = before + amount
  }
}
