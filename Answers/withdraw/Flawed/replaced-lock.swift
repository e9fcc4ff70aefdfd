import Foundation

// An object as `@synchronized` takes one: what is locked is the value itself.
private final class Amount {
  let value: Int
  private let lock = NSRecursiveLock()

  init(_ value: Int) {
    self.value = value
  }

  func synchronized<Result>(_ body: () -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body()
  }
}

// Flaw: the object that is locked is replaced by the withdrawal that holds its lock, so the next
// caller locks another one.
final class BankAccount {
  private var stored: Amount

  init(balance: Int) {
    stored = Amount(balance)
  }

  var balance: Int {
    stored.synchronized { stored.value }
  }

  func withdraw(_ amount: Int) {
    stored.synchronized {
      guard stored.value >= amount else { return }
      stored = Amount(stored.value - amount)
    }
  }
}
