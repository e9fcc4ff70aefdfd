import Foundation

@propertyWrapper
final class Locked<Value> {
  private let lock = NSLock()
  private var value: Value

  init(wrappedValue: Value) {
    value = wrappedValue
  }

  var wrappedValue: Value {
    value
  }

  var projectedValue: Locked<Value> { self }

  func mutate(_ body: (inout Value) -> Void) {
    lock.withLock { body(&value) }
  }
}

// The wrapper changes the value in one piece with the lock held, but hands it out without.
final class BankAccount {
  @Locked var balance: Int

  init(balance: Int) {
    _balance = Locked(wrappedValue: balance)
  }

  func withdraw(_ amount: Int) {
    $balance.mutate { balance in
      guard balance >= amount else { return }
      balance -= amount
    }
  }
}
