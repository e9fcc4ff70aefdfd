// Whatever has to be awaited comes before the balance is looked at, or after it is settled.
actor BankAccount {
  private(set) var balance: Int

  init(balance: Int) {
    self.balance = balance
  }

  func withdraw(_ amount: Int) async {
    await Task.yield()
    guard balance >= amount else { return }
    balance -= amount
  }

  func refund(_ amount: Int) async {
    balance += amount
    await Task.yield()
  }
}
