import Dispatch

// Flaw: the subtraction is a barrier, but the check is a read of its own before it.
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
    guard balance >= amount else { return }
    queue.sync(flags: .barrier) { stored -= amount }
  }
}
