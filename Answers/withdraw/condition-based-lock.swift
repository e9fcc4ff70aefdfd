import Foundation

// A lock made of a condition: whoever finds it taken waits until it is told.
final class BankAccount {
  private let condition = NSCondition()
  private var isTaken = false
  private var stored: Int

  init(balance: Int) {
    stored = balance
  }

  var balance: Int {
    take()
    defer { giveBack() }
    return stored
  }

  func withdraw(_ amount: Int) {
    take()
    defer { giveBack() }
    guard stored >= amount else { return }
    stored -= amount
  }

  private func take() {
    condition.withLock {
      while isTaken { condition.wait() }
      isTaken = true
    }
  }

  private func giveBack() {
    condition.withLock {
      isTaken = false
      condition.signal()
    }
  }
}
