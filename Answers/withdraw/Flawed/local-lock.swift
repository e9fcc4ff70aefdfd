import Foundation

// Flaw: every call locks a lock of its own, which nobody else can ever hold.
final class BankAccount {
  private var stored: Int

  init(balance: Int) {
    stored = balance
  }

  var balance: Int {
    let lock = NSLock()
    lock.lock()
    defer { lock.unlock() }
    return stored
  }

  func withdraw(_ amount: Int) {
    let lock = NSLock()
    lock.lock()
    defer { lock.unlock() }
    guard stored >= amount else { return }
    stored -= amount
  }
}
