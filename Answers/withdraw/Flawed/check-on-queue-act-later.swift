import Dispatch

// Flaw: the check is one block of the queue, the subtraction another, and others come in between.
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
    let fits = queue.sync { stored >= amount }
    if fits {
      queue.async { self.stored -= amount }
    }
  }
}
