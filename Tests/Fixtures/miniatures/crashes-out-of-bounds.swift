// Traps on an index that the array does not have, in every withdrawal.
final class BankAccount {
  private var history: [Int]

  init(balance: Int) { history = [balance] }

  var balance: Int { history.last ?? 0 }

  func withdraw(_ amount: Int) {
    history.append(history[history.count] - amount)
  }
}
