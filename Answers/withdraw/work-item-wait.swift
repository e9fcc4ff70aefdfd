import Dispatch

// A withdrawal is a work item on the account's queue, and waits until it is done.
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
    let withdrawal = DispatchWorkItem {
      guard self.stored >= amount else { return }
      self.stored -= amount
    }
    queue.async(execute: withdrawal)
    withdrawal.wait()
  }
}
