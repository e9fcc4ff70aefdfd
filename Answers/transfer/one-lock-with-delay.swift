import Foundation

// The starter's slow step stays, with the lock held from the debit to the credit.
class Bank {
  private let lock = NSLock()
  private var balances: [Int]

  init(balances: [Int]) {
    self.balances = balances
  }

  func transfer(_ amount: Int, from: Int, to: Int) {
    lock.withLock {
      guard balances[from] >= amount else { return }
      balances[from] -= amount
      Thread.sleep(forTimeInterval: 0.1)
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
