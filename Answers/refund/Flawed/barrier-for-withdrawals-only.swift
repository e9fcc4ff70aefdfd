import Dispatch

// Flaw: withdrawals are barriers, refunds are not: two refunds run side by side.
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
    queue.sync(flags: .barrier) {
      guard stored >= amount else { return }
      stored -= amount
    }
  }

  func refund(_ amount: Int) {
    queue.sync { stored += amount }
  }
}
