import Foundation

// A reader-writer lock: many readers, or one withdrawal.
final class BankAccount {
  private let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
  private var stored: Int

  init(balance: Int) {
    stored = balance
    pthread_rwlock_init(lock, nil)
  }

  deinit {
    pthread_rwlock_destroy(lock)
    lock.deallocate()
  }

  var balance: Int {
    pthread_rwlock_rdlock(lock)
    defer { pthread_rwlock_unlock(lock) }
    return stored
  }

  func withdraw(_ amount: Int) {
    pthread_rwlock_wrlock(lock)
    defer { pthread_rwlock_unlock(lock) }
    guard stored >= amount else { return }
    stored -= amount
  }
}
