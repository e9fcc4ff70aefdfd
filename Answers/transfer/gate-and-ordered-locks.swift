import Foundation

// Transfers share a read-write lock and take their two accounts in order; whoever wants the total
// takes that lock for writing, and so waits until no transfer is under way.
final class Bank {
  private final class Account {
    let lock = NSLock()
    var balance: Int

    init(balance: Int) {
      self.balance = balance
    }
  }

  private let accounts: [Account]
  private var gate = pthread_rwlock_t()

  init(balances: [Int]) {
    accounts = balances.map { Account(balance: $0) }
    pthread_rwlock_init(&gate, nil)
  }

  deinit {
    pthread_rwlock_destroy(&gate)
  }

  func transfer(_ amount: Int, from: Int, to: Int) {
    guard from != to else { return }
    pthread_rwlock_rdlock(&gate)
    defer { pthread_rwlock_unlock(&gate) }
    accounts[min(from, to)].lock.withLock {
      accounts[max(from, to)].lock.withLock {
        guard accounts[from].balance >= amount else { return }
        accounts[from].balance -= amount
        accounts[to].balance += amount
      }
    }
  }

  func balance(of account: Int) -> Int {
    accounts[account].lock.withLock { accounts[account].balance }
  }

  var total: Int {
    pthread_rwlock_wrlock(&gate)
    defer { pthread_rwlock_unlock(&gate) }
    return accounts.reduce(0) { $0 + $1.balance }
  }
}
