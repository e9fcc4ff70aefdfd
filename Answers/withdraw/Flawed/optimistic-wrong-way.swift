import Foundation

// Flaw: what was computed outside the lock is written although somebody else has written meanwhile;
// the versions are compared, but the wrong way.
final class BankAccount {
  private let lock = NSLock()
  private var state: (balance: Int, version: Int)

  init(balance: Int) { state = (balance, 0) }

  var balance: Int {
    lock.lock()
    defer { lock.unlock() }
    return state.balance
  }

  func withdraw(_ amount: Int) {
    while true {
      lock.lock()
      let seen = state
      lock.unlock()
      guard seen.balance >= amount else { return }
      let next = seen.balance - amount
      lock.lock()
      if state.version >= seen.version {
        state = (next, seen.version + 1)
        lock.unlock()
        return
      }
      lock.unlock()
    }
  }
}
