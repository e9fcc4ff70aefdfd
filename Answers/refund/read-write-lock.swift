import Foundation

// Many readers, or one who changes the balance, whichever way.
final class BankAccount {
  private var lock = pthread_rwlock_t()
  private var stored: Int

  init(balance: Int) {
    stored = balance
    pthread_rwlock_init(&lock, nil)
  }

  deinit {
    pthread_rwlock_destroy(&lock)
  }

  var balance: Int {
    pthread_rwlock_rdlock(&lock)
    defer { pthread_rwlock_unlock(&lock) }
    return stored
  }

  func withdraw(_ amount: Int) {
    changing { balance in
      if balance >= amount { balance -= amount }
    }
  }

  func refund(_ amount: Int) {
    changing { balance in balance += amount }
  }

  private func changing(_ body: (inout Int) -> Void) {
    pthread_rwlock_wrlock(&lock)
    defer { pthread_rwlock_unlock(&lock) }
    body(&stored)
  }
}
