import Foundation

protocol Money: Sendable {
  var amount: Int { get }
}

struct Cash: Money {
  let amount: Int
}

// Flaw: withdrawals take the lock, reading does not. That what is stored is an `any Money` changes nothing.
final class BankAccount {
  private let lock = NSLock()
  private var stored: any Money

  init(balance: Int) {
    stored = Cash(amount: balance)
  }

  var balance: Int {
    stored.amount
  }

  func withdraw(_ amount: Int) {
    lock.withLock {
      guard stored.amount >= amount else { return }
      stored = Cash(amount: stored.amount - amount)
    }
  }
}
