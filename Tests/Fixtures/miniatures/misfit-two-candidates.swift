import Foundation

// Does not fit: two members answer to `withdraw(_:)` with an `Int`, and neither is preferred.
final class BankAccount {
  private let lock = NSLock()
  private var stored: Int

  init(balance: Int) { stored = balance }

  var balance: Int { lock.withLock { stored } }

  func withdraw(_ amount: Int) -> Bool {
    lock.withLock {
      guard stored >= amount else { return false }
      stored -= amount
      return true
    }
  }

  func withdraw(_ amount: Int) -> String {
    withdraw(amount) ? "paid" : "refused"
  }
}
