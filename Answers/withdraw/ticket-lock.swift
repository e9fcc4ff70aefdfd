import Synchronization

// Everybody draws a number, and waits until it is called.
final class BankAccount {
  private let nextTicket = Atomic(0)
  private let nowServing = Atomic(0)
  private var stored: Int

  init(balance: Int) {
    stored = balance
  }

  var balance: Int {
    inTurn { stored }
  }

  func withdraw(_ amount: Int) {
    inTurn {
      guard stored >= amount else { return }
      stored -= amount
    }
  }

  private func inTurn<Result>(_ body: () -> Result) -> Result {
    let ticket = nextTicket.add(1, ordering: .relaxed).oldValue
    while nowServing.load(ordering: .acquiring) != ticket {}
    defer { nowServing.add(1, ordering: .releasing) }
    return body()
  }
}
