import Foundation

class Bank {
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

  /// Moves an amount. One that exceeds the balance of the account it is to come from is not moved.
  func transfer(_ amount: Int, from: Int, to: Int) {
    accounts[from].lock.lock()
    let fits = accounts[from].balance >= amount
    if fits { accounts[from].balance -= amount }
    accounts[from].lock.unlock()
    guard fits else { return }
    // The money takes its time.
    Thread.sleep(forTimeInterval: 0.1)
    accounts[to].lock.withLock { accounts[to].balance += amount }
  }

  func balance(of account: Int) -> Int {
    accounts[account].lock.withLock { accounts[account].balance }
  }

  /// All the money in the bank.
  var total: Int {
    accounts.indices.reduce(0) { $0 + balance(of: $1) }
  }
}
