import Foundation

// Flaw: the withdrawal checks under the read lock and asks for the write lock without giving it
// back: it waits for itself.
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
    pthread_rwlock_rdlock(&lock)
    defer { pthread_rwlock_unlock(&lock) }
    guard stored >= amount else { return }
    pthread_rwlock_wrlock(&lock)
    stored -= amount
    pthread_rwlock_unlock(&lock)
  }
}
