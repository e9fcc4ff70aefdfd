import Dispatch

// Hangs always: the signal that `withdraw` waits for never comes.
final class BankAccount: Sendable {
  private let approval = DispatchSemaphore(value: 0)
  let balance: Int

  init(balance: Int) { self.balance = balance }

  func withdraw(_ amount: Int) { approval.wait() }
}
