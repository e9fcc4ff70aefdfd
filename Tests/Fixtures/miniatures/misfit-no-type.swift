import Foundation

// Does not fit: the type that the kata asks for is called `Account` here.
final class Account {
  private let lock = NSLock()
  private var stored: Int

  init(balance: Int) { stored = balance }

  var balance: Int { lock.withLock { stored } }

  func withdraw(_ amount: Int) {
    lock.withLock {
      if stored >= amount { stored -= amount }
    }
  }
}
