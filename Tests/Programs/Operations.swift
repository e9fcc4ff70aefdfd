import Foundation

private func queue(_ width: Int = OperationQueue.defaultMaxConcurrentOperationCount)
  -> OperationQueue
{
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = width
  return queue
}

func operations() {
  program("operations-in-line", "a queue of width one keeps the order", .correct, ["1 2 3"]) {
    let queue = queue(1)
    let notes = Notes()
    for number in 1...3 { queue.addOperation { notes.add("\(number)") } }
    queue.waitUntilAllOperationsAreFinished()
    return notes.text
  }

  program("operations-of-two", "a queue of width one orders what two threads add", .correct, ["2"])
  {
    let queue = queue(1)
    let counter = Counter()
    together(
      { queue.addOperation { counter.value += 1 } },
      { queue.addOperation { counter.value += 1 } })
    queue.waitUntilAllOperationsAreFinished()
    return "\(counter.value)"
  }

  program("operations-side-by-side", "a wide queue orders nothing", .races, ["1", "2"]) {
    let queue = queue(2)
    let counter = Counter()
    for _ in 0..<2 {
      queue.addOperation {
        let next = counter.value + 1  // race
        jitter()
        counter.value = next  // race
      }
    }
    queue.waitUntilAllOperationsAreFinished()
    return "\(counter.value)"
  }

  program("operation-depends", "an operation runs after what it depends on", .correct, ["1 2"]) {
    let queue = queue()
    let notes = Notes()
    let first = BlockOperation { notes.add("1") }
    let second = BlockOperation { notes.add("2") }
    second.addDependency(first)
    queue.addOperations([second, first], waitUntilFinished: true)
    return notes.text
  }

  program(
    "operations-depend-in-a-circle", "two that depend on each other never run", .deadlocks, []
  ) {
    let queue = queue()
    let first = BlockOperation {}
    let second = BlockOperation {}
    first.addDependency(second)
    second.addDependency(first)
    queue.addOperations([first, second], waitUntilFinished: true)
    return "done"
  }

  program("operations-suspended", "a suspended queue starts nothing", .correct, ["0 1"]) {
    let queue = queue(1)
    let counter = Counter()
    queue.isSuspended = true
    queue.addOperation { counter.value += 1 }
    usleep(1_000)
    let before = queue.operationCount == 1 ? 0 : 1
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    return "\(before) \(counter.value)"
  }

  program(
    "operation-cancelled", "what is cancelled before it starts does not run", .correct, ["0 true"]
  ) {
    let queue = queue(1)
    let counter = Counter()
    queue.isSuspended = true
    let operation = BlockOperation { counter.value += 1 }
    queue.addOperation(operation)
    operation.cancel()
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    return "\(counter.value) \(operation.isFinished)"
  }

  program("operation-waits", "whoever waits for an operation sees what it did", .correct, ["1"]) {
    let queue = queue()
    let counter = Counter()
    let operation = BlockOperation { counter.value = 1 }
    queue.addOperation(operation)
    operation.waitUntilFinished()
    return "\(counter.value)"
  }

  program("operation-completes", "a completion block runs after its operation", .correct, ["1 2"]) {
    let queue = queue()
    let notes = Notes()
    let done = DispatchSemaphore(value: 0)
    let operation = BlockOperation { notes.add("1") }
    operation.completionBlock = {
      notes.add("2")
      done.signal()
    }
    queue.addOperation(operation)
    done.wait()
    return notes.text
  }

  program("operations-barrier", "a barrier block waits for all before it", .correct, ["2"]) {
    let queue = queue()
    let counter = SharedNotes()
    for _ in 0..<2 { queue.addOperation { counter.add("x") } }
    let done = DispatchSemaphore(value: 0)
    let count = Counter()
    queue.addBarrierBlock {
      count.value = counter.text.split(separator: " ").count
      done.signal()
    }
    done.wait()
    return "\(count.value)"
  }

  program("operation-of-main", "the main operation queue is the main thread", .correct, ["true"]) {
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var isMain = false
    OperationQueue.main.addOperation {
      isMain = Thread.isMainThread
      done.signal()
    }
    done.wait()
    return "\(isMain)"
  }
}
