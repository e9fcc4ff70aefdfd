import Foundation

// Flaw: whoever was woken takes the turn without looking again, though somebody else may have taken
// it in between.
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
      if isTaken { condition.wait() }
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
