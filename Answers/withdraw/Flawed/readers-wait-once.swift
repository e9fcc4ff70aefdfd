import Foundation

// A reader-writer lock whose readers wait once: the next writer may be there before they wake.
final class BankAccount {
  private let condition = NSCondition()
  private var readers = 0
  private var isWriting = false
  private var stored: Int

  init(balance: Int) {
    stored = balance
  }

  var balance: Int {
    condition.withLock {
      if isWriting { condition.wait() }
      readers += 1
    }
    defer {
      condition.withLock {
        readers -= 1
        condition.broadcast()
      }
    }
    return stored
  }

  func withdraw(_ amount: Int) {
    condition.withLock {
      while isWriting || readers > 0 { condition.wait() }
      isWriting = true
    }
    if stored >= amount { stored -= amount }
    condition.withLock {
      isWriting = false
      condition.broadcast()
    }
  }
}
