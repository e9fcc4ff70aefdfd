import Foundation

// Flaw: with the lock held, a refund asks for the balance, which takes the same lock.
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
    guard stored >= amount else { return }
    stored -= amount
  }

  func refund(_ amount: Int) {
    lock.lock()
    defer { lock.unlock() }
    stored = balance + amount
  }
}
