import Foundation

// One lock for all accounts: a transfer, and the sum, are one step each.
final class Bank {
  private let lock = NSLock()
  private var balances: [Int]

  init(balances: [Int]) {
    self.balances = balances
  }

  func transfer(_ amount: Int, from: Int, to: Int) {
    lock.lock()
    defer { lock.unlock() }
    guard balances[from] >= amount else { return }
    balances[from] -= amount
    balances[to] += amount
  }

  func balance(of account: Int) -> Int {
    lock.withLock { balances[account] }
  }

  var total: Int {
    lock.withLock { balances.reduce(0, +) }
  }
}
