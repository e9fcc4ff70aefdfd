import Foundation

// Flaw: each account has a lock, in the right order, but the balances are one array: to change an
// element is to change the array, which somebody with other locks does too.
final class Bank {
  private let locks: [NSLock]
  private var balances: [Int]

  init(balances: [Int]) {
    self.balances = balances
    locks = balances.map { _ in NSLock() }
  }

  func transfer(_ amount: Int, from: Int, to: Int) {
    guard from != to else { return }
    locks[min(from, to)].lock()
    locks[max(from, to)].lock()
    if balances[from] >= amount {
      balances[from] -= amount
      balances[to] += amount
    }
    locks[max(from, to)].unlock()
    locks[min(from, to)].unlock()
  }

  func balance(of account: Int) -> Int {
    locks[account].withLock { balances[account] }
  }

  var total: Int {
    for lock in locks { lock.lock() }
    defer { for lock in locks { lock.unlock() } }
    return balances.reduce(0, +)
  }
}
