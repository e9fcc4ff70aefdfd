// Flaw: between the check and the transfer the actor waits, and takes the next call meanwhile.
actor Bank {
  private var balances: [Int]

  init(balances: [Int]) {
    self.balances = balances
  }

  func transfer(_ amount: Int, from: Int, to: Int) async {
    guard balances[from] >= amount else { return }
    try? await Task.sleep(for: .milliseconds(100))
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
