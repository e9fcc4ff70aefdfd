import Foundation

// Readers of balances and totals side by side, or one transfer.
final class Bank {
  private var lock = pthread_rwlock_t()
  private var balances: [Int]

  init(balances: [Int]) {
    self.balances = balances
    pthread_rwlock_init(&lock, nil)
  }

  deinit {
    pthread_rwlock_destroy(&lock)
  }

  func transfer(_ amount: Int, from: Int, to: Int) {
    pthread_rwlock_wrlock(&lock)
    defer { pthread_rwlock_unlock(&lock) }
    guard balances[from] >= amount else { return }
    balances[from] -= amount
    balances[to] += amount
  }

  func balance(of account: Int) -> Int {
    pthread_rwlock_rdlock(&lock)
    defer { pthread_rwlock_unlock(&lock) }
    return balances[account]
  }

  var total: Int {
    pthread_rwlock_rdlock(&lock)
    defer { pthread_rwlock_unlock(&lock) }
    return balances.reduce(0, +)
  }
}
