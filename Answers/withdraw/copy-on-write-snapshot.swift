import Foundation

// Each state is an object that never changes. A withdrawal puts a new one in its place, readers
// take the one that is there and read it outside the lock.
final class BankAccount {
  private final class State: Sendable {
    let balance: Int

    init(balance: Int) {
      self.balance = balance
    }
  }

  private let lock = NSLock()
  private var state: State

  init(balance: Int) {
    state = State(balance: balance)
  }

  var balance: Int {
    let current = lock.withLock { state }
    return current.balance
  }

  func withdraw(_ amount: Int) {
    lock.withLock {
      guard state.balance >= amount else { return }
      state = State(balance: state.balance - amount)
    }
  }
}
