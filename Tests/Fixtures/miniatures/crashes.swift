// Traps when a withdrawal is refused: unsigned numbers don't go below zero.
final class BankAccount {
  private var stored: UInt

  init(balance: Int) { stored = UInt(balance) }

  var balance: Int { Int(stored) }

  func withdraw(_ amount: Int) {
    stored -= UInt(amount)
  }
}
