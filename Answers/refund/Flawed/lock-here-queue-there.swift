import Foundation

// Flaw: withdrawals take the lock, refunds the queue. Two guards, each of which knows half of it.
final class BankAccount {
  private let lock = NSLock()
  private let queue = DispatchQueue(label: "bank.account")
  private var stored: Int

  init(balance: Int) {
    stored = balance
  }

  var balance: Int {
    queue.sync { lock.withLock { stored } }
  }

  func withdraw(_ amount: Int) {
    lock.withLock {
      guard stored >= amount else { return }
      stored -= amount
    }
  }

  func refund(_ amount: Int) {
    queue.sync { stored += amount }
  }
}
