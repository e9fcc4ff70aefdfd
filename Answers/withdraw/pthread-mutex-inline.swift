import Foundation

// A POSIX mutex as a stored property of the account.
final class BankAccount {
  private var lock = pthread_mutex_t()
  private var stored: Int

  init(balance: Int) {
    stored = balance
    pthread_mutex_init(&lock, nil)
  }

  deinit {
    pthread_mutex_destroy(&lock)
  }

  var balance: Int {
    pthread_mutex_lock(&lock)
    defer { pthread_mutex_unlock(&lock) }
    return stored
  }

  func withdraw(_ amount: Int) {
    pthread_mutex_lock(&lock)
    defer { pthread_mutex_unlock(&lock) }
    guard stored >= amount else { return }
    stored -= amount
  }
}
