import Foundation

// Flaw: the lock of the source is taken first, then the target's. An opposite transfer does it the
// other way round, and each waits for the other.
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
    accounts[from].lock.lock()
    defer { accounts[from].lock.unlock() }
    accounts[to].lock.lock()
    defer { accounts[to].lock.unlock() }
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
