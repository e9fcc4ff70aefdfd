import Dispatch

// Flaw: on a global queue the barrier flag has no effect.
final class BankAccount {
  private let queue = DispatchQueue.global()
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
}
