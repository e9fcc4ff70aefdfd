// Flaw: while one withdrawal waits between check and subtraction, the actor takes the next one.
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
}
