import Dispatch

// Readers side by side, writers alone. A read that comes after a withdrawal waits for its barrier.
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
    queue.async(flags: .barrier) { [self] in
      guard stored >= amount else { return }
      stored -= amount
    }
  }
}
