import Synchronization

// A transfer makes the version odd, moves the money, and makes it even again. Who adds up the
// accounts tries again if the version was odd, or is another one afterwards.
final class Bank: Sendable {
  private final class Account: Sendable {
    let balance: Atomic<Int>

    init(balance: Int) {
      self.balance = Atomic(balance)
    }
  }

  private let accounts: [Account]
  private let version = Atomic(0)

  init(balances: [Int]) {
    accounts = balances.map { Account(balance: $0) }
  }

  func transfer(_ amount: Int, from: Int, to: Int) {
    let even = beginTransfer()
    defer { version.store(even + 2, ordering: .sequentiallyConsistent) }
    guard balance(of: from) >= amount else { return }
    accounts[from].balance.subtract(amount, ordering: .sequentiallyConsistent)
    accounts[to].balance.add(amount, ordering: .sequentiallyConsistent)
  }

  func balance(of account: Int) -> Int {
    accounts[account].balance.load(ordering: .sequentiallyConsistent)
  }

  var total: Int {
    while true {
      let before = version.load(ordering: .sequentiallyConsistent)
      let sum = accounts.reduce(0) { $0 + $1.balance.load(ordering: .sequentiallyConsistent) }
      let after = version.load(ordering: .sequentiallyConsistent)
      if before == after, before % 2 == 0 { return sum }
    }
  }

  /// Waits until nobody moves money; returns the version to go on from.
  private func beginTransfer() -> Int {
    while true {
      let current = version.load(ordering: .sequentiallyConsistent)
      guard current % 2 == 0 else { continue }
      let (exchanged, _) = version.compareExchange(
        expected: current, desired: current + 1, ordering: .sequentiallyConsistent)
      if exchanged { return current }
    }
  }
}
