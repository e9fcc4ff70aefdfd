// Flaw: nobody ever overdraws, since nobody ever gets anything.
final class BankAccount: Sendable {
  let balance: Int

  init(balance: Int) {
    self.balance = balance
  }

  func withdraw(_ amount: Int) {}
}
