import Dispatch

// Flaw: the queue is concurrent, and a withdrawal is no barrier on it.
final class BankAccount {
  private let queue = DispatchQueue(label: "bank.account", attributes: .concurrent)
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
