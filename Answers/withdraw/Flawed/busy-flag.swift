import Foundation

// Flaw: the flag is a plain `Bool`; two callers can both see it down, and put it up.
final class BankAccount {
  private var isBusy = false
  private var stored: Int

  init(balance: Int) {
    stored = balance
  }

  var balance: Int {
    exclusively { stored }
  }

  func withdraw(_ amount: Int) {
    exclusively {
      guard stored >= amount else { return }
      stored -= amount
    }
  }

  private func exclusively<Result>(_ body: () -> Result) -> Result {
    while isBusy {
      Thread.sleep(forTimeInterval: 0.001)
    }
    isBusy = true
    defer { isBusy = false }
    return body()
  }
}
