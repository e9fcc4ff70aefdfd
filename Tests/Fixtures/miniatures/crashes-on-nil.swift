// Traps on a `nil` that is unwrapped by force, in every withdrawal.
final class BankAccount {
  private var accounts: [String: Int] = [:]

  init(balance: Int) { accounts["main"] = balance }

  var balance: Int { accounts["main"]! }

  func withdraw(_ amount: Int) {
    accounts["savings"]! -= amount
  }
}
