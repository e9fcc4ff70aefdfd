import Dispatch

// Reads and withdrawals have a queue each, but both run on one serial queue in the end.
final class BankAccount {
  private let reads: DispatchQueue
  private let withdrawals: DispatchQueue
  private var stored: Int

  init(balance: Int) {
    let account = DispatchQueue(label: "bank.account")
    reads = DispatchQueue(label: "bank.reads", target: account)
    withdrawals = DispatchQueue(label: "bank.withdrawals", target: account)
    stored = balance
  }

  var balance: Int {
    reads.sync { stored }
  }

  func withdraw(_ amount: Int) {
    withdrawals.sync {
      guard stored >= amount else { return }
      stored -= amount
    }
  }
}
