import Dispatch

// Readers side by side, writers alone. But the first reader makes what is lazy, and is a writer.
final class BankAccount: @unchecked Sendable {
  private let queue = DispatchQueue(label: "bank.account", attributes: .concurrent)
  private let start: Int
  private lazy var cells = ["balance": start]

  init(balance: Int) {
    start = balance
  }

  var balance: Int {
    queue.sync { cells["balance", default: 0] }
  }

  func withdraw(_ amount: Int) {
    queue.sync(flags: .barrier) {
      guard cells["balance", default: 0] >= amount else { return }
      cells["balance", default: 0] -= amount
    }
  }
}
