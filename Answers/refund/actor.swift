// The actor takes one call at a time, and no method gives its turn away in the middle.
actor BankAccount {
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
