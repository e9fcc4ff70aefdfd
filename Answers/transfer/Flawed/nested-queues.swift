import Dispatch

// Flaw: a queue for each account, and a transfer enters the second from the first. An opposite
// transfer does it the other way round.
final class Bank {
  private final class Account {
    let queue = DispatchQueue(label: "account")
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
    accounts[from].queue.sync {
      guard accounts[from].balance >= amount else { return }
      accounts[to].queue.sync {
        accounts[from].balance -= amount
        accounts[to].balance += amount
      }
    }
  }

  func balance(of account: Int) -> Int {
    accounts[account].queue.sync { accounts[account].balance }
  }

  var total: Int {
    sum(of: accounts[...])
  }

  private func sum(of accounts: ArraySlice<Account>) -> Int {
    guard let first = accounts.first else { return 0 }
    return first.queue.sync { first.balance + sum(of: accounts.dropFirst()) }
  }
}
