import Foundation

// Flaw: whether the amount fits is asked first, and the lock let go before the money is moved.
final class Bank {
  private let lock = NSLock()
  private var balances: [Int]

  init(balances: [Int]) {
    self.balances = balances
  }

  func transfer(_ amount: Int, from: Int, to: Int) {
    guard balance(of: from) >= amount else { return }
    lock.withLock {
      balances[from] -= amount
      balances[to] += amount
    }
  }

  func balance(of account: Int) -> Int {
    lock.withLock { balances[account] }
  }

  var total: Int {
    lock.withLock { balances.reduce(0, +) }
  }
}
