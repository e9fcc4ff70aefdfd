import Dispatch

// Flaw: debit and credit are two blocks of the queue; others get in between them.
final class Bank {
  private let queue = DispatchQueue(label: "bank")
  private var balances: [Int]

  init(balances: [Int]) {
    self.balances = balances
  }

  func transfer(_ amount: Int, from: Int, to: Int) {
    let fits = queue.sync {
      guard balances[from] >= amount else { return false }
      balances[from] -= amount
      return true
    }
    guard fits else { return }
    queue.async { self.balances[to] += amount }
  }

  func balance(of account: Int) -> Int {
    queue.sync { balances[account] }
  }

  var total: Int {
    queue.sync { balances.reduce(0, +) }
  }
}
