// Computes without end before there is an account at all.
final class BankAccount {
  let balance: Int

  init(balance: Int) {
    var count: UInt64 = 0
    while count < .max || balance > 0 { count &+= 1 }
    self.balance = balance
  }

  func withdraw(_ amount: Int) {}
}
