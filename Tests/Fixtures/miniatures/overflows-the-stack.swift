// Calls itself until the stack ends: a segmentation fault and not a trap.
final class BankAccount {
  private(set) var balance: Int

  init(balance: Int) { self.balance = balance }

  func withdraw(_ amount: Int) {
    withdraw(amount + 1)
    balance -= amount
  }
}
