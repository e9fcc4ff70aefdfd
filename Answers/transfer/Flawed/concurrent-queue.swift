import Dispatch

// Flaw: the queue is concurrent, and a transfer is no barrier on it.
final class Bank {
  private let queue = DispatchQueue(label: "bank", attributes: .concurrent)
  private var balances: [Int]

  init(balances: [Int]) {
    self.balances = balances
  }

  func transfer(_ amount: Int, from: Int, to: Int) {
    queue.sync {
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
