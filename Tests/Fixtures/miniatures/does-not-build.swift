// Does not build: line 9 gives a text where a number is wanted.
final class BankAccount {
  private(set) var balance: Int

  init(balance: Int) { self.balance = balance }

  func withdraw(_ amount: Int) {
    guard balance >= amount else { return }
    let remaining: Int = "balance - amount"
    balance = remaining
  }
}
