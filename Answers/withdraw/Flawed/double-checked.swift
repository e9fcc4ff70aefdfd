import Dispatch

// Flaw: a first check spares a refusal the queue, but on the queue there is no second one.
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
    guard stored >= amount else { return }
    queue.sync {
      let remaining = stored - amount
      stored = remaining
    }
  }
}
