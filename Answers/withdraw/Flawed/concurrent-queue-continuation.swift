import Dispatch

// Everybody awaits their turn, but the queue is concurrent and gives turns to all at once.
final class BankAccount: @unchecked Sendable {
  private let queue = DispatchQueue(label: "bank.account", attributes: .concurrent)
  private var stored: Int

  init(balance: Int) {
    stored = balance
  }

  var balance: Int {
    get async {
      await onQueue { self.stored }
    }
  }

  func withdraw(_ amount: Int) async {
    await onQueue {
      guard self.stored >= amount else { return }
      self.stored -= amount
    }
  }

  private func onQueue<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: work()) }
    }
  }
}
