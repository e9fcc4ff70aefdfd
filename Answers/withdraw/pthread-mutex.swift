import Foundation

// A POSIX mutex at a fixed address on the heap.
final class BankAccount {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var stored: Int

  init(balance: Int) {
    stored = balance
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  var balance: Int {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return stored
  }

  func withdraw(_ amount: Int) {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    guard stored >= amount else { return }
    stored -= amount
  }
}
