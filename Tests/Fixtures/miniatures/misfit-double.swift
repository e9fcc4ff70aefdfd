import Foundation

// Does not fit: `withdraw` takes a `Double`, so an `Int` cannot be given to it.
final class BankAccount {
  private let lock = NSLock()
  private var stored: Int

  init(balance: Int) { stored = balance }

  var balance: Int { lock.withLock { stored } }

  func withdraw(_ amount: Double) {
    lock.withLock {
      if stored >= Int(amount) { stored -= Int(amount) }
    }
  }
}
