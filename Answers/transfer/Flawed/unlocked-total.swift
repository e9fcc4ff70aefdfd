import Foundation

// Flaw: transfers are locked, but the sum is taken without the lock.
final class Bank {
  private let lock = NSLock()
  private var balances: [Int]

  init(balances: [Int]) {
    self.balances = balances
  }

  func transfer(_ amount: Int, from: Int, to: Int) {
    lock.withLock {
      guard balances[from] >= amount else { return }
      balances[from] -= amount
      balances[to] += amount
    }
  }

  func balance(of account: Int) -> Int {
    lock.withLock { balances[account] }
  }

  var total: Int {
    balances.reduce(0, +)
  }
}
