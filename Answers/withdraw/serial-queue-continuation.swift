import Dispatch

// A serial queue behind `async` members: nobody blocks, everybody waits their turn.
final class BankAccount: @unchecked Sendable {
  private let queue = DispatchQueue(label: "bank.account")
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
