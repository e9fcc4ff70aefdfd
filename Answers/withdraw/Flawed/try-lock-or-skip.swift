import Foundation

// Flaw: when the lock is taken, a withdrawal that would have fitted is dropped.
final class BankAccount {
  private let lock = NSLock()
  private var stored: Int

  init(balance: Int) {
    stored = balance
  }

  var balance: Int {
    lock.lock()
    defer { lock.unlock() }
    return stored
  }

  func withdraw(_ amount: Int) {
    guard lock.try() else { return }
    defer { lock.unlock() }
    guard stored >= amount else { return }
    stored -= amount
  }
}
