import Foundation

// Flaw: a transfer is one step, but the sum is many: each balance is asked for by itself.
final class Bank {
  private let lock = NSLock()
  private let count: Int
  private var balances: [Int]

  init(balances: [Int]) {
    self.balances = balances
    count = balances.count
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
    (0..<count).reduce(0) { $0 + balance(of: $1) }
  }
}
