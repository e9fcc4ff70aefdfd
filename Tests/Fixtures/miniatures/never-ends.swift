// Computes without end in `withdraw`: no lock, no call, nothing that a scheduler could step in at.
final class BankAccount {
  private(set) var balance: Int

  init(balance: Int) { self.balance = balance }

  func withdraw(_ amount: Int) {
    var count: UInt64 = 0
    while true { count &+= 1 }
  }
}
