import Dispatch

// Readers side by side, each transfer alone. A read that comes later waits for its barrier.
final class Bank {
  private let queue = DispatchQueue(label: "bank", attributes: .concurrent)
  private var balances: [Int]

  init(balances: [Int]) {
    self.balances = balances
  }

  func transfer(_ amount: Int, from: Int, to: Int) {
    queue.async(flags: .barrier) { [self] in
      guard balances[from] >= amount else { return }
      balances[from] -= amount
      balances[to] += amount
    }
  }

  func balance(of account: Int) -> Int {
    queue.sync { balances[account] }
  }

  var total: Int {
    queue.sync { balances.reduce(0, +) }
  }
}
