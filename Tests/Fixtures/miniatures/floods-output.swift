// Prints without end.
final class BankAccount {
  private(set) var balance: Int

  init(balance: Int) { self.balance = balance }

  func withdraw(_ amount: Int) {
    while true { print("withdrawing \(amount) of \(balance)") }
  }
}
