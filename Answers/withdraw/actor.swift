// The actor takes one caller at a time, and nothing is awaited between check and subtraction.
actor BankAccount {
  private(set) var balance: Int

  init(balance: Int) {
    self.balance = balance
  }

  func withdraw(_ amount: Int) {
    guard balance >= amount else { return }
    balance -= amount
  }
}
