import Foundation

@propertyWrapper
struct Locked {
  private let lock = NSLock()
  private var value: Int

  init(wrappedValue: Int) {
    value = wrappedValue
  }

  var wrappedValue: Int {
    get { lock.withLock { value } }
    set { lock.withLock { value = newValue } }
  }
}

// Flaw: the wrapper is a struct. Its setter changes, and its getter copies, the whole of it before
// the lock inside is taken; and the check and the subtraction are two steps.
final class BankAccount {
  @Locked private(set) var balance: Int

  init(balance: Int) {
    self.balance = balance
  }

  func withdraw(_ amount: Int) {
    guard balance >= amount else { return }
    balance -= amount
  }
}
