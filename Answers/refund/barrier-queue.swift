import Dispatch

// Readers side by side; a withdrawal and a refund are barriers alike, so each of them is alone.
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

  func refund(_ amount: Int) {
    queue.async(flags: .barrier) { [self] in
      stored += amount
    }
  }
}
