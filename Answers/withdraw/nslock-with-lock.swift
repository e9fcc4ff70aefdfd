import Foundation

// The closure form leaves no unlock to forget.
class BankAccount {
  private let lock = NSLock()
  private var stored: Int

  init(balance: Int) {
    self.stored = balance
  }

  var balance: Int { lock.withLock { stored } }

  func withdraw(_ amount: Int) {
    lock.withLock {
      guard stored >= amount else { return }
      stored -= amount
    }
  }
}
