import Dispatch

// Flaw: withdrawals all go to one queue, but the balance is read on whatever thread asks.
final class BankAccount {
  private let queue = DispatchQueue(label: "bank.account")
  private(set) var balance: Int

  init(balance: Int) {
    self.balance = balance
  }

  func withdraw(_ amount: Int) {
    queue.async {
      guard self.balance >= amount else { return }
      self.balance -= amount
    }
  }
}
