import Foundation

// A condition lock whose condition never changes is a lock. Without a near date its wait would trap.
final class BankAccount: @unchecked Sendable {
  private let gate = NSConditionLock(condition: 0)
  private var stored: Int

  init(balance: Int) {
    stored = balance
  }

  var balance: Int {
    exclusive { stored }
  }

  func withdraw(_ amount: Int) {
    exclusive {
      let rest = stored - amount
      if rest >= 0 { stored = rest }
    }
  }

  private func exclusive<Result>(_ body: () -> Result) -> Result {
    while !gate.lock(whenCondition: 0, before: Date(timeIntervalSinceNow: 60)) {}
    defer { gate.unlock(withCondition: 0) }
    return body()
  }
}
