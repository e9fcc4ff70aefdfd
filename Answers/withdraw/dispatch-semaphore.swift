import Dispatch

// A semaphore that lets one in at a time.
final class BankAccount {
  private let semaphore = DispatchSemaphore(value: 1)
  private var stored: Int

  init(balance: Int) {
    stored = balance
  }

  var balance: Int {
    semaphore.wait()
    defer { semaphore.signal() }
    return stored
  }

  func withdraw(_ amount: Int) {
    semaphore.wait()
    defer { semaphore.signal() }
    guard stored >= amount else { return }
    stored -= amount
  }
}
