import Foundation

// Flaw: both new balances are worked out before either is written. If the two accounts are one, the
// credit wins, and the debit is lost.
final class Bank {
  private let lock = NSLock()
  private var balances: [Int]

  init(balances: [Int]) {
    self.balances = balances
  }

  func transfer(_ amount: Int, from: Int, to: Int) {
    lock.withLock {
      guard balances[from] >= amount else { return }
      let source = balances[from] - amount
      let target = balances[to] + amount
      balances[from] = source
      balances[to] = target
    }
  }

  func balance(of account: Int) -> Int {
    lock.withLock { balances[account] }
  }

  var total: Int {
    lock.withLock { balances.reduce(0, +) }
  }
}
