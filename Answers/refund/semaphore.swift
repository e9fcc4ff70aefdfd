import Dispatch

// A semaphore that lets one in at a time, through whichever of the doors.
final class BankAccount {
  private let turn = DispatchSemaphore(value: 1)
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

  func refund(_ amount: Int) {
    turn.wait()
    stored += amount
    turn.signal()
  }
}
