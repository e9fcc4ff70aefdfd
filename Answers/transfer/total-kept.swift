import Foundation

// Transfers don't change the total, so it is added up once; the accounts have a lock each, in order.
final class Bank {
  private final class Account {
    let lock = NSLock()
    var balance: Int

    init(balance: Int) {
      self.balance = balance
    }
  }

  private let accounts: [Account]
  let total: Int

  init(balances: [Int]) {
    accounts = balances.map { Account(balance: $0) }
    total = balances.reduce(0, +)
  }

  func transfer(_ amount: Int, from: Int, to: Int) {
    guard from != to else { return }
    let (source, target) = (accounts[from], accounts[to])
    let (first, second) = from < to ? (source, target) : (target, source)
    first.lock.lock()
    second.lock.lock()
    if source.balance >= amount {
      source.balance -= amount
      target.balance += amount
    }
    second.lock.unlock()
    first.lock.unlock()
  }

  func balance(of account: Int) -> Int {
    accounts[account].lock.withLock { accounts[account].balance }
  }
}
