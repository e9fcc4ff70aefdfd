import Dispatch

// Flaw: on its serial queue a withdrawal asks for the balance, which waits for the same queue.
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
      guard balance >= amount else { return }
      stored -= amount
    }
  }
}
