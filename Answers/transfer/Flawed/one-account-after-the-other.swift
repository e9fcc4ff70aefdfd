import Foundation

// Flaw: debit and credit are locked one by one. In between the money is in no account.
final class Bank {
  private final class Account {
    private let lock = NSLock()
    private var stored: Int

    init(balance: Int) {
      stored = balance
    }

    var balance: Int {
      lock.withLock { stored }
    }

    func withdraw(_ amount: Int) -> Bool {
      lock.withLock {
        guard stored >= amount else { return false }
        stored -= amount
        return true
      }
    }

    func refund(_ amount: Int) {
      lock.withLock { stored += amount }
    }
  }

  private let accounts: [Account]

  init(balances: [Int]) {
    accounts = balances.map { Account(balance: $0) }
  }

  func transfer(_ amount: Int, from: Int, to: Int) {
    if accounts[from].withdraw(amount) { accounts[to].refund(amount) }
  }

  func balance(of account: Int) -> Int {
    accounts[account].balance
  }

  var total: Int {
    accounts.reduce(0) { $0 + $1.balance }
  }
}
