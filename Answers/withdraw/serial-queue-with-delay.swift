import Foundation

// The starter's slow step stays, inside the block that checks and subtracts.
class BankAccount {
  private let queue = DispatchQueue(label: "bank.account")
  private var stored: Int

  init(balance: Int) {
    stored = balance
  }

  var balance: Int {
    queue.sync { stored }
  }

  func withdraw(_ amount: Int) {
    queue.sync {
      guard stored >= amount else { return }
      Thread.sleep(forTimeInterval: 0.1)
      stored -= amount
    }
  }
}
