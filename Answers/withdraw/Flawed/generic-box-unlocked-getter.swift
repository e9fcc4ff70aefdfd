import Foundation

// Flaw: changes take the lock, reading does not.
final class Box<Value> {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func get() -> Value {
    value
  }

  func change(_ body: (inout Value) -> Void) {
    lock.lock()
    defer { lock.unlock() }
    body(&value)
  }
}

final class BankAccount {
  private let stored: Box<Int>

  init(balance: Int) {
    stored = Box(balance)
  }

  var balance: Int {
    stored.get()
  }

  func withdraw(_ amount: Int) {
    stored.change { balance in
      if balance >= amount { balance -= amount }
    }
  }
}
