@globalActor
actor Bank {
  static let shared = Bank()
}

// Members on a global actor of the bank's own: all accounts share one turn.
final class BankAccount: Sendable {
  @Bank private var stored: Int

  init(balance: Int) {
    stored = balance
  }

  @Bank var balance: Int { stored }

  @Bank func withdraw(_ amount: Int) {
    guard stored >= amount else { return }
    stored -= amount
  }
}
