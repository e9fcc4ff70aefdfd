import Foundation

// Flaw: the order is right, but a transfer to oneself takes the same lock twice.
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
    accounts[min(from, to)].lock.lock()
    accounts[max(from, to)].lock.lock()
    if accounts[from].balance >= amount {
      accounts[from].balance -= amount
      accounts[to].balance += amount
    }
    accounts[max(from, to)].lock.unlock()
    accounts[min(from, to)].lock.unlock()
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
