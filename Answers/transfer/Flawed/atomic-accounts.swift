import Synchronization

// Flaw: each balance is changed in one atomic step, but a transfer is two of them.
final class Bank: Sendable {
  private final class Account: Sendable {
    let balance: Atomic<Int>

    init(balance: Int) {
      self.balance = Atomic(balance)
    }
  }

  private let accounts: [Account]

  init(balances: [Int]) {
    accounts = balances.map { Account(balance: $0) }
  }

  func transfer(_ amount: Int, from: Int, to: Int) {
    var current = accounts[from].balance.load(ordering: .acquiring)
    while current >= amount {
      let (exchanged, original) = accounts[from].balance.compareExchange(
        expected: current, desired: current - amount, ordering: .acquiringAndReleasing)
      if exchanged {
        accounts[to].balance.add(amount, ordering: .acquiringAndReleasing)
        return
      }
      current = original
    }
  }

  func balance(of account: Int) -> Int {
    accounts[account].balance.load(ordering: .acquiring)
  }

  var total: Int {
    accounts.reduce(0) { $0 + $1.balance.load(ordering: .acquiring) }
  }
}
