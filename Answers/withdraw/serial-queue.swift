import Dispatch

// The check and the subtraction are one block of a serial queue.
final class BankAccount {
  private let queue = DispatchQueue(label: "bank.account")
  private var stored: Int

  init(balance: Int) {
    stored = balance
  }

  var balance: Int {
    queue.sync { stored }
  }

  func withdraw(_ amount: Int) {
    queue.sync {
      guard stored >= amount else { return }
      stored -= amount
    }
  }
}
