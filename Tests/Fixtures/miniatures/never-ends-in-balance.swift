// Computes without end in the getter; withdrawals are quick.
final class BankAccount {
  private var stored: Int

  init(balance: Int) { stored = balance }

  var balance: Int {
    var count: UInt64 = 0
    while true { count &+= 1 }
  }

  func withdraw(_ amount: Int) {
    if stored >= amount { stored -= amount }
  }
}
