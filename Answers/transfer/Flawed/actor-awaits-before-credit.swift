// Flaw: one actor for all, but between debit and credit it waits, and answers who asks meanwhile.
actor Bank {
  private var balances: [Int]

  init(balances: [Int]) {
    self.balances = balances
  }

  func transfer(_ amount: Int, from: Int, to: Int) async {
    guard balances[from] >= amount else { return }
    balances[from] -= amount
    try? await Task.sleep(for: .milliseconds(100))
    balances[to] += amount
  }

  func balance(of account: Int) -> Int {
    balances[account]
  }

  var total: Int {
    balances.reduce(0, +)
  }
}
