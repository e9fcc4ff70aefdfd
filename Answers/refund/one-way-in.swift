import Foundation

// All changes go through one private method, the only one that knows of the lock.
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
    change(by: -amount)
  }

  func refund(_ amount: Int) {
    change(by: amount)
  }

  /// Changes the balance, unless that would take it below zero.
  private func change(by difference: Int) {
    lock.withLock {
      guard stored + difference >= 0 else { return }
      stored += difference
    }
  }
}
