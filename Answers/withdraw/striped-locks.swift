import Foundation
import Synchronization

// Two locks: readers take the one and the other in turn, a withdrawal takes both, in order.
final class BankAccount {
  private let stripes = [NSLock(), NSLock()]
  private let draw = Atomic(0)
  private var stored: Int

  init(balance: Int) {
    stored = balance
  }

  var balance: Int {
    let stripe = stripes[draw.add(1, ordering: .relaxed).oldValue & 1]
    stripe.lock()
    defer { stripe.unlock() }
    return stored
  }

  func withdraw(_ amount: Int) {
    for stripe in stripes { stripe.lock() }
    defer { for stripe in stripes.reversed() { stripe.unlock() } }
    guard stored >= amount else { return }
    stored -= amount
  }
}
