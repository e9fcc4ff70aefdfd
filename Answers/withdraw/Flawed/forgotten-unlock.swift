import Foundation

// Flaw: a refused withdrawal returns with the lock held.
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
    lock.lock()
    guard stored >= amount else { return }
    stored -= amount
    lock.unlock()
  }
}
