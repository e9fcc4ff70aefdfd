import Synchronization

// The rule lives in a plain struct, the mutex only lends it out.
final class BankAccount: Sendable {
  private struct State {
    var balance: Int

    mutating func withdraw(_ amount: Int) {
      guard balance >= amount else { return }
      balance -= amount
    }
  }

  private let state: Mutex<State>

  init(balance: Int) {
    state = Mutex(State(balance: balance))
  }

  var balance: Int {
    state.withLock { $0.balance }
  }

  func withdraw(_ amount: Int) {
    state.withLock { $0.withdraw(amount) }
  }
}
