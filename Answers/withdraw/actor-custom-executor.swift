import Dispatch

// An actor that does its work on a serial queue of its own.
actor BankAccount {
  private let executor = QueueExecutor()
  private(set) var balance: Int

  init(balance: Int) {
    self.balance = balance
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  func withdraw(_ amount: Int) {
    guard balance >= amount else { return }
    balance -= amount
  }
}

private final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "bank.account")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async {
      job.runSynchronously(on: self.asUnownedSerialExecutor())
    }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }
}
