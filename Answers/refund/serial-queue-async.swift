import Dispatch

// Changes may finish after they return: whoever reads later queues up behind them.
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
    queue.async {
      if self.stored >= amount { self.stored -= amount }
    }
  }

  func refund(_ amount: Int) {
    queue.async { self.stored += amount }
  }
}
