import Foundation

// Flaw: who doesn't get the second account lets go of the first and tries again at once. Two
// opposite transfers can go on like that in step, for ever.
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
    while true {
      accounts[from].lock.lock()
      if accounts[to].lock.try() { break }
      accounts[from].lock.unlock()
    }
    if accounts[from].balance >= amount {
      accounts[from].balance -= amount
      accounts[to].balance += amount
    }
    accounts[to].lock.unlock()
    accounts[from].lock.unlock()
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
