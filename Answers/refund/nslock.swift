import Foundation

// One lock for the balance: whoever reads or changes it, by whichever method, holds it.
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
    stored += amount
  }
}
