import Foundation

// Starts another program.
final class BankAccount {
  private(set) var balance: Int

  init(balance: Int) { self.balance = balance }

  func withdraw(_ amount: Int) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/true")
    try? process.run()
  }
}
