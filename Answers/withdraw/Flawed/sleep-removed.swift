// Flaw: without the sleep the window is narrower, and still open.
class BankAccount {
  private(set) var balance: Int

  init(balance: Int) {
    self.balance = balance
  }

  func withdraw(_ amount: Int) {
    guard balance >= amount else { return }
    balance -= amount
  }
}
