// Writes to an address where no memory is.
final class BankAccount {
  private(set) var balance: Int

  init(balance: Int) { self.balance = balance }

  func withdraw(_ amount: Int) {
    UnsafeMutablePointer<Int>(bitPattern: 8)!.pointee = amount
  }
}
