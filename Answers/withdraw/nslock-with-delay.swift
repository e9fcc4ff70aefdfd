import Foundation

// The starter's slow step stays, with the lock held from the check to the subtraction.
class BankAccount {
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
    Thread.sleep(forTimeInterval: 0.1)
    stored -= amount
  }
}
