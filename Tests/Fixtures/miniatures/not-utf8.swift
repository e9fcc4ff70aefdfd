// Not UTF-8: the next line holds a byte that no text in UTF-8 has.
let currency = "ÿþ"

final class BankAccount {
  private(set) var balance: Int

  init(balance: Int) { self.balance = balance }

  func withdraw(_ amount: Int) { balance -= amount }
}
