import Foundation

// Flaw: each method has a lock of its own, so a withdrawal and a refund don't shut each other out.
final class BankAccount {
  private let withdrawalLock = NSLock()
  private let refundLock = NSLock()
  private var stored: Int

  init(balance: Int) {
    stored = balance
  }

  var balance: Int {
    withdrawalLock.lock()
    defer { withdrawalLock.unlock() }
    return stored
  }

  func withdraw(_ amount: Int) {
    withdrawalLock.lock()
    defer { withdrawalLock.unlock() }
    guard stored >= amount else { return }
    stored -= amount
  }

  func refund(_ amount: Int) {
    refundLock.lock()
    defer { refundLock.unlock() }
    stored += amount
  }
}
