import Synchronization

// Flaw: the account works on a copy of its state and puts it back when it is done; what others did
// meanwhile is overwritten.
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
    var copy = state.withLock { $0 }
    copy.withdraw(amount)
    state.withLock { $0 = copy }
  }
}
