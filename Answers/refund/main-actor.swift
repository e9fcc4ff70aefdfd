// All accounts share the main thread's turn.
@MainActor
final class BankAccount {
  private(set) var balance: Int

  init(balance: Int) {
    self.balance = balance
  }

  func withdraw(_ amount: Int) {
    guard balance >= amount else { return }
    balance -= amount
  }

  func refund(_ amount: Int) {
    balance += amount
  }
}
