import Foundation

// Reading and writing are locked, one by one: what is written was made of what had been read before.
final class Guarded<Value> {
  private let lock = NSRecursiveLock()
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func read<Result>(_ body: (Value) -> Result) -> Result {
    lock.withLock { body(value) }
  }

  func replace(by make: () -> Value?) {
    guard let new = make() else { return }
    lock.withLock { value = new }
  }
}

final class BankAccount {
  private let box: Guarded<Int>

  init(balance: Int) {
    box = Guarded(balance)
  }

  var balance: Int {
    box.read { $0 }
  }

  func withdraw(_ amount: Int) {
    box.replace { box.read { $0 >= amount ? $0 - amount : nil } }
  }
}
