import Foundation

// Flaw: two equal readings, one after the other, are taken for a moment at which all was so. Money
// that goes there, back, and there again is counted twice by both.
final class Bank {
  private let locks: [NSLock]
  private let balances: [Account]

  private final class Account {
    var balance: Int
    init(balance: Int) { self.balance = balance }
  }

  init(balances: [Int]) {
    locks = balances.map { _ in NSLock() }
    self.balances = balances.map { Account(balance: $0) }
  }

  func transfer(_ amount: Int, from: Int, to: Int) {
    guard from != to else { return }
    locks[min(from, to)].lock()
    locks[max(from, to)].lock()
    defer {
      locks[max(from, to)].unlock()
      locks[min(from, to)].unlock()
    }
    guard balances[from].balance >= amount else { return }
    balances[from].balance -= amount
    balances[to].balance += amount
  }

  func balance(of account: Int) -> Int {
    locks[account].withLock { balances[account].balance }
  }

  var total: Int {
    var before = readings()
    while true {
      let after = readings()
      if before == after { return after.reduce(0, +) }
      before = after
    }
  }

  private func readings() -> [Int] {
    locks.indices.map { balance(of: $0) }
  }
}
