import Foundation

// Does not fit: there is no `init(balance:)`, the start balance goes by another name.
final class BankAccount {
  private let lock = NSLock()
  private var stored: Int

  init(start: Int) { stored = start }

  var balance: Int { lock.withLock { stored } }

  func withdraw(_ amount: Int) {
    lock.withLock {
      if stored >= amount { stored -= amount }
    }
  }
}
