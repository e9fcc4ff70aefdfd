import Foundation

// The starter's slow step stays, with the lock held from the first look to the new balance.
class BankAccount {
  private let lock = NSLock()
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
    lock.withLock {
      let before = stored
      Thread.sleep(forTimeInterval: 0.1)
      stored = before + amount
    }
  }
}
