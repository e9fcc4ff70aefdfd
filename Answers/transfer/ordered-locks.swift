import Foundation

// A lock for each account, always taken in the order of the accounts' numbers; for the total, all.
final class Bank {
  private final class Account {
    let lock = NSLock()
    var balance: Int

    init(balance: Int) {
      self.balance = balance
    }
  }

  private let accounts: [Account]

  init(balances: [Int]) {
    accounts = balances.map { Account(balance: $0) }
  }

  func transfer(_ amount: Int, from: Int, to: Int) {
    guard from != to else { return }
    let first = accounts[min(from, to)]
    let second = accounts[max(from, to)]
    first.lock.lock()
    defer { first.lock.unlock() }
    second.lock.lock()
    defer { second.lock.unlock() }
    guard accounts[from].balance >= amount else { return }
    accounts[from].balance -= amount
    accounts[to].balance += amount
  }

  func balance(of account: Int) -> Int {
    accounts[account].lock.withLock { accounts[account].balance }
  }

  var total: Int {
    for account in accounts { account.lock.lock() }
    defer { for account in accounts { account.lock.unlock() } }
    return accounts.reduce(0) { $0 + $1.balance }
  }
}
