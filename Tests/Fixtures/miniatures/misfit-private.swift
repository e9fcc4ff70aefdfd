import Foundation

// Does not fit: `withdraw` is private.
final class BankAccount {
  private let lock = NSLock()
  private var stored: Int

  init(balance: Int) { stored = balance }

  var balance: Int { lock.withLock { stored } }

  private func withdraw(_ amount: Int) {
    lock.withLock {
      if stored >= amount { stored -= amount }
    }
  }
}
