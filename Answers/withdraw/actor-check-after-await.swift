// Whatever has to be awaited comes first; after it, check and subtraction are one piece.
actor BankAccount {
  private(set) var balance: Int

  init(balance: Int) {
    self.balance = balance
  }

  func withdraw(_ amount: Int) async {
    try? await Task.sleep(for: .milliseconds(1))
    guard balance >= amount else { return }
    balance -= amount
  }
}
