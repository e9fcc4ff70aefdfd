import Foundation

// Flaw: the credit is made first, and taken back if the debit turns out not to fit. Others see, and
// spend, money that was never there.
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

    func change(by difference: Int) {
      lock.withLock { stored += difference }
    }
  }

  private let accounts: [Account]

  init(balances: [Int]) {
    accounts = balances.map { Account(balance: $0) }
  }

  func transfer(_ amount: Int, from: Int, to: Int) {
    guard from != to else { return }
    accounts[to].change(by: amount)
    if !accounts[from].withdraw(amount) { accounts[to].change(by: -amount) }
  }

  func balance(of account: Int) -> Int {
    accounts[account].balance
  }

  var total: Int {
    accounts.reduce(0) { $0 + $1.balance }
  }
}
