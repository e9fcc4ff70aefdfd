import Foundation

/// Ends when it is told to, and says so by KVO, as an operation of its own kind must.
private final class Manual: Operation, @unchecked Sendable {
  private let lock = NSLock()
  private var state = 0
  private let begin: (Manual) -> Void
  init(_ begin: @escaping (Manual) -> Void) { self.begin = begin }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { state == 1 } }
  override var isFinished: Bool { lock.withLock { state == 2 } }

  override func start() {
    willChangeValue(forKey: "isExecuting")
    lock.withLock { state = 1 }
    didChangeValue(forKey: "isExecuting")
    begin(self)
  }

  func finish() {
    willChangeValue(forKey: "isExecuting")
    willChangeValue(forKey: "isFinished")
    lock.withLock { state = 2 }
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }
}

private final class Mains: Operation, @unchecked Sendable {
  let body: (Operation) -> Void
  init(_ body: @escaping (Operation) -> Void) { self.body = body }
  override func main() { body(self) }
}

func operationKinds() {
  program(
    "operation-waits-for-all", "an operation that waits for all of its queue waits for itself",
    .deadlocks, []
  ) {
    let queue = OperationQueue()
    queue.addOperation { queue.waitUntilAllOperationsAreFinished() }
    queue.waitUntilAllOperationsAreFinished()
    return "done"
  }

  program(
    "operation-of-another-queue", "an operation waits for one of another queue", .correct, ["1 2"]
  ) {
    let (first, second) = (OperationQueue(), OperationQueue())
    let notes = Notes()
    let a = BlockOperation { notes.add("1") }
    let b = BlockOperation { notes.add("2") }
    b.addDependency(a)
    second.addOperation(b)
    first.addOperation(a)
    b.waitUntilFinished()
    return notes.text
  }

  program(
    "operation-underlying",
    "operations of a queue with an underlying serial queue exclude its work",
    .correct, ["2"]
  ) {
    let serial = DispatchQueue(label: "serial")
    let queue = OperationQueue()
    queue.underlyingQueue = serial
    let counter = Counter()
    queue.addOperation { counter.value += 1 }
    serial.async { counter.value += 1 }
    queue.waitUntilAllOperationsAreFinished()
    return "\(serial.sync { counter.value })"
  }

  program(
    "operation-main", "an operation of one's own kind runs main once", .correct, ["1 true"]
  ) {
    let queue = OperationQueue()
    let counter = Counter()
    let operation = Mains { _ in counter.value += 1 }
    queue.addOperation(operation)
    operation.waitUntilFinished()
    return "\(counter.value) \(operation.isFinished)"
  }

  program(
    "operation-cancelled-running", "a running operation sees that it is cancelled", .correct,
    ["true"]
  ) {
    let queue = OperationQueue()
    let running = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var seen = false
    let operation = Mains { operation in
      running.signal()
      while !operation.isCancelled { usleep(100) }
      seen = true
    }
    queue.addOperation(operation)
    running.wait()
    queue.cancelAllOperations()
    operation.waitUntilFinished()
    return "\(seen)"
  }

  program(
    "operation-asynchronous", "an asynchronous operation holds its place until it says it is over",
    .correct, ["begin end next"]
  ) {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    let notes = SharedNotes()
    queue.addOperation(
      Manual { operation in
        notes.add("begin")
        DispatchQueue.global().async {
          jitter()
          notes.add("end")
          operation.finish()
        }
      })
    queue.addOperation { notes.add("next") }
    queue.waitUntilAllOperationsAreFinished()
    return notes.text
  }

  program(
    "operation-never-over", "an asynchronous operation that never says that it is over",
    .deadlocks, []
  ) {
    let queue = OperationQueue()
    queue.addOperation(Manual { _ in })
    queue.waitUntilAllOperationsAreFinished()
    return "done"
  }

  program(
    "operation-barrier-order", "a barrier block comes after all before it, and before all after it",
    .correct, ["1 | 2"]
  ) {
    let queue = OperationQueue()
    let notes = SharedNotes()
    let result = Notes()
    queue.addOperation {
      jitter()
      notes.add("1")
    }
    queue.addBarrierBlock { result.add(notes.sorted + " |") }
    queue.addOperation { result.add("2") }
    queue.waitUntilAllOperationsAreFinished()
    return result.text
  }

  program(
    "operation-blocks", "the blocks of one operation run side by side, and it ends after all",
    .correct, ["2"]
  ) {
    let count = Mutexed()
    let operation = BlockOperation { count.add() }
    operation.addExecutionBlock { count.add() }
    let queue = OperationQueue()
    queue.addOperation(operation)
    operation.waitUntilFinished()
    return "\(count.value)"
  }

  program(
    "operation-started-by-hand", "an operation that is started by hand runs on its caller",
    .correct, ["true true"]
  ) {
    let here = pthread_self()
    nonisolated(unsafe) var same = false
    let operation = Mains { _ in same = pthread_equal(pthread_self(), here) != 0 }
    operation.start()
    return "\(same) \(operation.isFinished)"
  }

  program(
    "operation-depends-on-cancelled", "who depends on a cancelled operation runs all the same",
    .correct, ["2"]
  ) {
    let queue = OperationQueue()
    let notes = Notes()
    let first = BlockOperation { notes.add("1") }
    let second = BlockOperation { notes.add("2") }
    second.addDependency(first)
    first.cancel()
    queue.addOperations([second, first], waitUntilFinished: true)
    return notes.text
  }

  program(
    "operation-priority", "of two that wait, the more urgent one goes first", .correct, ["high low"]
  ) {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    queue.isSuspended = true
    let notes = Notes()
    let low = BlockOperation { notes.add("low") }
    low.queuePriority = .low
    let high = BlockOperation { notes.add("high") }
    high.queuePriority = .high
    queue.addOperations([low, high], waitUntilFinished: false)
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    return notes.text
  }
}
