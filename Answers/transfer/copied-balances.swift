import os

// A reader copies all balances under the lock and adds them up outside.
final class Bank: Sendable {
  private let balances: OSAllocatedUnfairLock<[Int]>

  init(balances: [Int]) {
    self.balances = OSAllocatedUnfairLock(initialState: balances)
  }

  func transfer(_ amount: Int, from: Int, to: Int) {
    balances.withLock { balances in
      guard balances[from] >= amount else { return }
      balances[from] -= amount
      balances[to] += amount
    }
  }

  func balance(of account: Int) -> Int {
    snapshot[account]
  }

  var total: Int {
    snapshot.reduce(0, +)
  }

  private var snapshot: [Int] {
    balances.withLock { $0 }
  }
}
