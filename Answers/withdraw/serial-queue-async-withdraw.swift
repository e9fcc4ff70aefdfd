import Dispatch

// A withdrawal may finish after it returns: a later read queues up behind it.
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
    queue.async { [self] in
      guard stored >= amount else { return }
      stored -= amount
    }
  }
}
