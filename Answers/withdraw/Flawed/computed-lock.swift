import Foundation

// Flaw: the lock is a computed property: whoever asks for it gets a new one.
final class BankAccount {
  private var lock: NSLock { NSLock() }
  private var stored: Int

  init(balance: Int) {
    stored = balance
  }

  var balance: Int {
    lock.withLock { stored }
  }

  func withdraw(_ amount: Int) {
    lock.withLock {
      guard stored >= amount else { return }
      stored -= amount
    }
  }
}
