import Foundation

class BankAccount {
  private(set) var balance: Int

  init(balance: Int) {
    self.balance = balance
  }

  /// Takes an amount off the balance. An amount that exceeds the balance changes nothing.
  func withdraw(_ amount: Int) {
    guard balance >= amount else { return }
    // The cash dispenser takes its time.
    Thread.sleep(forTimeInterval: 0.1)
    balance -= amount
  }
}
