import Dispatch

// A semaphore for each account, waited for in the order of the numbers.
final class Bank {
  private let turns: [DispatchSemaphore]
  private let balances: UnsafeMutableBufferPointer<Int>

  init(balances: [Int]) {
    turns = balances.map { _ in DispatchSemaphore(value: 1) }
    self.balances = .allocate(capacity: balances.count)
    _ = self.balances.initialize(from: balances)
  }

  deinit {
    balances.deallocate()
  }

  func transfer(_ amount: Int, from: Int, to: Int) {
    if from == to { return }
    turns[min(from, to)].wait()
    turns[max(from, to)].wait()
    if balances[from] >= amount {
      balances[from] -= amount
      balances[to] += amount
    }
    turns[from].signal()
    turns[to].signal()
  }

  func balance(of account: Int) -> Int {
    turns[account].wait()
    defer { turns[account].signal() }
    return balances[account]
  }

  var total: Int {
    turns.forEach { $0.wait() }
    defer { turns.forEach { $0.signal() } }
    return balances.reduce(0, +)
  }
}
