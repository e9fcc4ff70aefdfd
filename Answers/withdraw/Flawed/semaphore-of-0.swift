import Dispatch

// Flaw: the semaphore begins at 0, so the first to come already waits for a signal.
final class BankAccount {
  private let turn = DispatchSemaphore(value: 0)
  private var stored: Int

  init(balance: Int) {
    stored = balance
  }

  var balance: Int {
    turn.wait()
    defer { turn.signal() }
    return stored
  }

  func withdraw(_ amount: Int) {
    turn.wait()
    defer { turn.signal() }
    guard stored >= amount else { return }
    stored -= amount
  }
}
