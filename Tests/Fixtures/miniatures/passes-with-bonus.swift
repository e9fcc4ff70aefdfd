import Dispatch

// Passes everything, the bonus too.
final class BankAccount {
  private let queue = DispatchQueue(label: "bank.account", attributes: .concurrent)
  private var stored: Int

  init(balance: Int) { stored = balance }

  var balance: Int { queue.sync { stored } }

  func withdraw(_ amount: Int) {
    queue.sync(flags: .barrier) {
      if stored >= amount { stored -= amount }
    }
  }
}
