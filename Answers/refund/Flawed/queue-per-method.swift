import Dispatch

// Flaw: each method has a queue of its own, and the two queues run side by side.
final class BankAccount {
  private let withdrawals = DispatchQueue(label: "bank.withdrawals")
  private let refunds = DispatchQueue(label: "bank.refunds")
  private var stored: Int

  init(balance: Int) {
    stored = balance
  }

  var balance: Int {
    withdrawals.sync { stored }
  }

  func withdraw(_ amount: Int) {
    withdrawals.sync {
      guard stored >= amount else { return }
      stored -= amount
    }
  }

  func refund(_ amount: Int) {
    refunds.sync { stored += amount }
  }
}
