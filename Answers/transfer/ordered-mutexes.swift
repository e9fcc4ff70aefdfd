import Synchronization

// Each account is a mutex with its balance inside; the one with the lower number is always outside.
final class Bank: Sendable {
  private final class Account: Sendable {
    let balance: Mutex<Int>

    init(balance: Int) {
      self.balance = Mutex(balance)
    }
  }

  private let accounts: [Account]

  init(balances: [Int]) {
    accounts = balances.map { Account(balance: $0) }
  }

  func transfer(_ amount: Int, from: Int, to: Int) {
    if from < to {
      accounts[from].balance.withLock { source in
        accounts[to].balance.withLock { Self.move(amount, from: &source, to: &$0) }
      }
    } else if to < from {
      accounts[to].balance.withLock { target in
        accounts[from].balance.withLock { Self.move(amount, from: &$0, to: &target) }
      }
    }
  }

  func balance(of account: Int) -> Int {
    accounts[account].balance.withLock { $0 }
  }

  var total: Int {
    sum(of: accounts[...])
  }

  private static func move(_ amount: Int, from source: inout Int, to target: inout Int) {
    guard source >= amount else { return }
    source -= amount
    target += amount
  }

  private func sum(of accounts: ArraySlice<Account>) -> Int {
    guard let first = accounts.first else { return 0 }
    return first.balance.withLock { $0 + sum(of: accounts.dropFirst()) }
  }
}
