import Foundation

// Computes outside the lock, and writes only if the balance is still what was seen. It may have gone
// and come back meanwhile: that does no harm, since a balance is all there is.
final class BankAccount {
  private let lock = NSLock()
  private var stored: Int

  init(balance: Int) {
    stored = balance
  }

  var balance: Int {
    lock.withLock { stored }
  }

  func withdraw(_ amount: Int) {
    while true {
      let seen = balance
      guard seen >= amount else { return }
      if replace(seen, by: seen - amount) { return }
    }
  }

  func refund(_ amount: Int) {
    lock.withLock { stored += amount }
  }

  private func replace(_ seen: Int, by next: Int) -> Bool {
    lock.withLock {
      guard stored == seen else { return false }
      stored = next
      return true
    }
  }
}
