import os

// An unfair lock as a stored property of the account.
final class BankAccount {
  private var lock = os_unfair_lock()
  private var stored: Int

  init(balance: Int) {
    stored = balance
  }

  var balance: Int {
    os_unfair_lock_lock(&lock)
    defer { os_unfair_lock_unlock(&lock) }
    return stored
  }

  func withdraw(_ amount: Int) {
    os_unfair_lock_lock(&lock)
    defer { os_unfair_lock_unlock(&lock) }
    guard stored >= amount else { return }
    stored -= amount
  }
}
