import Foundation

// Right, but every account keeps itself alive, and a megabyte with it.
final class BankAccount {
  private let lock = NSLock()
  private var stored: Int
  private var ballast = [UInt8](repeating: 1, count: 1 << 20)
  private var onRefusal: (() -> Void)?

  init(balance: Int) {
    stored = balance
    onRefusal = { self.ballast[0] &+= 1 }
  }

  var balance: Int { lock.withLock { stored } }

  func withdraw(_ amount: Int) {
    lock.withLock {
      if stored >= amount { stored -= amount } else { onRefusal?() }
    }
  }
}
