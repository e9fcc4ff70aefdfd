import Foundation

// Flaw: the total is a number of its own that every transfer lowers and raises again, outside the
// lock of the balances.
final class Bank {
  private let lock = NSLock()
  private let totalLock = NSLock()
  private var balances: [Int]
  private var sum: Int

  init(balances: [Int]) {
    self.balances = balances
    sum = balances.reduce(0, +)
  }

  func transfer(_ amount: Int, from: Int, to: Int) {
    let fits = lock.withLock {
      guard balances[from] >= amount else { return false }
      balances[from] -= amount
      balances[to] += amount
      return true
    }
    guard fits else { return }
    totalLock.withLock { sum -= amount }
    totalLock.withLock { sum += amount }
  }

  func balance(of account: Int) -> Int {
    lock.withLock { balances[account] }
  }

  var total: Int {
    totalLock.withLock { sum }
  }
}
