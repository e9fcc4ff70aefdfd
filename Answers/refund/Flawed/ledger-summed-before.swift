import Foundation

// Flaw: each entry of the ledger is added under the lock, but the sum that a withdrawal goes by was taken
// before, under the lock too, and given back in between.
final class BankAccount {
  private let lock = NSLock()
  private var entries: [Int]

  init(balance: Int) {
    entries = [balance]
  }

  var balance: Int {
    lock.withLock { entries.reduce(0, +) }
  }

  func withdraw(_ amount: Int) {
    if balance >= amount { add(-amount) }
  }

  func refund(_ amount: Int) {
    add(amount)
  }

  private func add(_ entry: Int) {
    lock.withLock { entries.append(entry) }
  }
}
