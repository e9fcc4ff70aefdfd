import Foundation

// Hangs in some schedules: the two locks are taken in opposite orders.
final class BankAccount {
  private let first = NSLock()
  private let second = NSLock()
  private var stored: Int

  init(balance: Int) { stored = balance }

  var balance: Int {
    second.withLock { first.withLock { stored } }
  }

  func withdraw(_ amount: Int) {
    first.withLock {
      second.withLock {
        if stored >= amount { stored -= amount }
      }
    }
  }
}
