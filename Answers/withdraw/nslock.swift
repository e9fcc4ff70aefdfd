import Foundation

// One lock around the check and the subtraction, released on both ways out.
final class BankAccount {
  private let lock = NSLock()
  private var stored: Int

  init(balance: Int) {
    stored = balance
  }

  var balance: Int {
    lock.lock()
    let result = stored
    lock.unlock()
    return result
  }

  func withdraw(_ amount: Int) {
    lock.lock()
    guard stored >= amount else {
      lock.unlock()
      return
    }
    stored -= amount
    lock.unlock()
  }
}
