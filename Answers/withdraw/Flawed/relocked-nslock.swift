import Foundation

// Flaw: with the lock held, a withdrawal asks for the balance, which takes the same lock.
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
    defer { lock.unlock() }
    guard balance >= amount else { return }
    stored -= amount
  }
}
