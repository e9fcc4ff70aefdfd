import Foundation

// Flaw: a look at the flag, and then the wait, without the lock held in between: the signal may
// come before the wait, and is lost.
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
    while !tryToTake() {
      condition.lock()
      condition.wait()
      condition.unlock()
    }
  }

  private func tryToTake() -> Bool {
    condition.withLock {
      guard !isTaken else { return false }
      isTaken = true
      return true
    }
  }

  private func giveBack() {
    condition.withLock {
      isTaken = false
      condition.signal()
    }
  }
}
