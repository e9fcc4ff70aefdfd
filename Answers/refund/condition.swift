import Foundation

// Who changes the balance waits until nobody else does, and then tells those who wait.
final class BankAccount {
  private let condition = NSCondition()
  private var isBusy = false
  private var stored: Int

  init(balance: Int) {
    stored = balance
  }

  var balance: Int {
    alone { stored }
  }

  func withdraw(_ amount: Int) {
    alone {
      guard stored >= amount else { return }
      stored -= amount
    }
  }

  func refund(_ amount: Int) {
    alone { stored += amount }
  }

  private func alone<Result>(_ body: () -> Result) -> Result {
    condition.lock()
    while isBusy { condition.wait() }
    isBusy = true
    condition.unlock()
    defer {
      condition.lock()
      isBusy = false
      condition.signal()
      condition.unlock()
    }
    return body()
  }
}
