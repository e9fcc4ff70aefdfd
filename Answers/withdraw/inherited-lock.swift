import Foundation

class Guarded {
  private let lock = NSLock()

  final func alone<Result>(_ body: () -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body()
  }
}

// The account inherits its lock, and the one way to use it.
final class BankAccount: Guarded {
  private var stored: Int

  init(balance: Int) {
    stored = balance
  }

  var balance: Int {
    alone { stored }
  }

  func withdraw(_ amount: Int) {
    alone {
      guard stored >= amount else { return }
      stored -= amount
    }
  }
}
