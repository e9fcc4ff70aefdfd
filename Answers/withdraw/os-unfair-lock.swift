import os

// An unfair lock at a fixed address on the heap.
final class BankAccount {
  private let lock = os_unfair_lock_t.allocate(capacity: 1)
  private var stored: Int

  init(balance: Int) {
    stored = balance
    lock.initialize(to: os_unfair_lock())
  }

  deinit {
    lock.deinitialize(count: 1)
    lock.deallocate()
  }

  var balance: Int {
    os_unfair_lock_lock(lock)
    defer { os_unfair_lock_unlock(lock) }
    return stored
  }

  func withdraw(_ amount: Int) {
    os_unfair_lock_lock(lock)
    defer { os_unfair_lock_unlock(lock) }
    guard stored >= amount else { return }
    stored -= amount
  }
}
