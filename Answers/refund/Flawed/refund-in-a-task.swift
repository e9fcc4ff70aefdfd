private actor Ledger {
  private(set) var balance: Int

  init(balance: Int) {
    self.balance = balance
  }

  func withdraw(_ amount: Int) {
    guard balance >= amount else { return }
    balance -= amount
  }

  func refund(_ amount: Int) {
    balance += amount
  }
}

// Flaw: the refund is left to a task that nothing waits for, so a later read may come first.
final class BankAccount: Sendable {
  private let ledger: Ledger

  init(balance: Int) {
    ledger = Ledger(balance: balance)
  }

  var balance: Int {
    get async { await ledger.balance }
  }

  func withdraw(_ amount: Int) async {
    await ledger.withdraw(amount)
  }

  func refund(_ amount: Int) {
    Task { await ledger.refund(amount) }
  }
}
