private actor Ledger {
  private(set) var balance: Int

  init(balance: Int) {
    self.balance = balance
  }

  func withdraw(_ amount: Int) {
    if balance >= amount { balance -= amount }
  }
}

// The class is only the counter; the actor behind it keeps the books.
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
}
