import Foundation

// The lock may be taken again by its owner, so `withdraw` can use `balance` like everyone else.
final class BankAccount {
  private let lock = NSRecursiveLock()
  private var stored: Int

  init(balance: Int) {
    stored = balance
  }

  private(set) var balance: Int {
    get {
      lock.lock()
      defer { lock.unlock() }
      return stored
    }
    set {
      lock.lock()
      defer { lock.unlock() }
      stored = newValue
    }
  }

  func withdraw(_ amount: Int) {
    lock.lock()
    defer { lock.unlock() }
    guard balance >= amount else { return }
    balance -= amount
  }
}
