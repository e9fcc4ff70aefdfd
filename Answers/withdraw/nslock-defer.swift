import Foundation

// `defer` releases the lock whichever way the method is left.
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
}
