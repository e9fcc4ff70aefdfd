import Synchronization

// The mutex owns all the balances: there is no way to one of them but with the lock held.
final class Bank: Sendable {
  private let balances: Mutex<[Int]>

  init(balances: [Int]) {
    self.balances = Mutex(balances)
  }

  func transfer(_ amount: Int, from: Int, to: Int) {
    balances.withLock { balances in
      guard balances[from] >= amount else { return }
      balances[from] -= amount
      balances[to] += amount
    }
  }

  func balance(of account: Int) -> Int {
    balances.withLock { $0[account] }
  }

  var total: Int {
    balances.withLock { $0.reduce(0, +) }
  }
}
