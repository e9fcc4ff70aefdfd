import Foundation

// In the order of the numbers, with locks that their owner may take again: a transfer to oneself
// needs no exception.
final class Bank {
  private let locks: [NSRecursiveLock]
  private let accounts: [Account]

  private final class Account {
    var balance: Int

    init(balance: Int) {
      self.balance = balance
    }
  }

  init(balances: [Int]) {
    locks = balances.map { _ in NSRecursiveLock() }
    accounts = balances.map(Account.init)
  }

  func transfer(_ amount: Int, from: Int, to: Int) {
    locked([from, to]) {
      guard accounts[from].balance >= amount else { return }
      accounts[from].balance -= amount
      accounts[to].balance += amount
    }
  }

  func balance(of account: Int) -> Int {
    locked([account]) { accounts[account].balance }
  }

  var total: Int {
    locked(Array(accounts.indices)) { accounts.reduce(0) { $0 + $1.balance } }
  }

  private func locked<Result>(_ numbers: [Int], _ body: () -> Result) -> Result {
    let inOrder = numbers.sorted()
    for number in inOrder { locks[number].lock() }
    defer { for number in inOrder.reversed() { locks[number].unlock() } }
    return body()
  }
}
