import Foundation

// Flaw: with the lock held, the sum asks for each balance, which takes the same lock.
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
    lock.withLock { (0..<count).reduce(0) { $0 + balance(of: $1) } }
  }
}
