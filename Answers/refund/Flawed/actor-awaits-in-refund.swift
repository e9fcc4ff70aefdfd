// Flaw: the refund adds to a balance that it read before it waited.
actor BankAccount {
  private(set) var balance: Int

  init(balance: Int) {
    self.balance = balance
  }

  func withdraw(_ amount: Int) {
    guard balance >= amount else { return }
    balance -= amount
  }

  func refund(_ amount: Int) async {
    let before = balance
    try? await Task.sleep(for: .milliseconds(100))
    balance = before + amount
  }
}
