// The whole bank on the main thread.
@MainActor
final class Bank {
  private var balances: [Int]

  init(balances: [Int]) {
    self.balances = balances
  }

  func transfer(_ amount: Int, from: Int, to: Int) {
    guard balances[from] >= amount else { return }
    balances[from] -= amount
    balances[to] += amount
  }

  func balance(of account: Int) -> Int {
    balances[account]
  }

  var total: Int {
    balances.reduce(0, +)
  }
}
