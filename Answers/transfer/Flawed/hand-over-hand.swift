import Foundation

// Flaw: the sum walks along the accounts and always holds one of them; a transfer that leaps over
// it moves money from the part that is counted to the part that is not.
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
    var sum = 0
    var previous: Account?
    for account in accounts {
      account.lock.lock()
      previous?.lock.unlock()
      sum += account.balance
      previous = account
    }
    previous?.lock.unlock()
    return sum
  }
}
