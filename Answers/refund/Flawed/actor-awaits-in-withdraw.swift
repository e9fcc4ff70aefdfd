// Flaw: between check and subtraction the withdrawal waits, and the actor takes the next call.
actor BankAccount {
  private(set) var balance: Int

  init(balance: Int) {
    self.balance = balance
  }

  func withdraw(_ amount: Int) async {
    guard balance >= amount else { return }
    try? await Task.sleep(for: .milliseconds(100))
    balance -= amount
  }

  func refund(_ amount: Int) {
    balance += amount
  }
}
