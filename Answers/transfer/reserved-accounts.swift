import Foundation

// A transfer waits until neither account is in use, and reserves both in one step: nobody ever
// holds one and waits for another. For the total everything is reserved.
final class Bank {
  private let condition = NSCondition()
  private var inUse: Set<Int> = []
  private let accounts: [Account]

  private final class Account {
    var balance: Int

    init(balance: Int) {
      self.balance = balance
    }
  }

  init(balances: [Int]) {
    accounts = balances.map(Account.init)
  }

  func transfer(_ amount: Int, from: Int, to: Int) {
    reserving([from, to]) {
      guard accounts[from].balance >= amount else { return }
      accounts[from].balance -= amount
      accounts[to].balance += amount
    }
  }

  func balance(of account: Int) -> Int {
    reserving([account]) { accounts[account].balance }
  }

  var total: Int {
    reserving(Set(accounts.indices)) { accounts.reduce(0) { $0 + $1.balance } }
  }

  private func reserving<Result>(_ numbers: Set<Int>, _ body: () -> Result) -> Result {
    condition.lock()
    while !inUse.isDisjoint(with: numbers) { condition.wait() }
    inUse.formUnion(numbers)
    condition.unlock()
    defer {
      condition.lock()
      inUse.subtract(numbers)
      condition.broadcast()
      condition.unlock()
    }
    return body()
  }
}
