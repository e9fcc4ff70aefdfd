import Foundation

// A condition is a lock too; nobody has to wait for anything here.
final class BankAccount {
  private let condition = NSCondition()
  private var stored: Int

  init(balance: Int) {
    stored = balance
  }

  var balance: Int {
    condition.lock()
    defer { condition.unlock() }
    return stored
  }

  func withdraw(_ amount: Int) {
    condition.lock()
    defer { condition.unlock() }
    guard stored >= amount else { return }
    stored -= amount
  }
}
