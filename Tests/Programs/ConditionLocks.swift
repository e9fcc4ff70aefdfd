import Foundation

func conditionLocks() {
  // Known of Foundation 6.3.1: `lock()` and `lock(whenCondition:)` wait until the distant future, which
  // does not fit into the time that they pass on, and trap.
  program(
    "condition-lock-taken", "an NSConditionLock that is taken: waiting for it stops the program",
    .traps("failed precondition"), ["2"]
  ) {
    let lock = NSConditionLock(condition: 0)
    let counter = Counter()
    threads(2) { _ in
      lock.lock()
      jitter()
      counter.value += 1
      lock.unlock()
    }
    return "\(counter.value)"
  }

  program("condition-lock-excludes", "an NSConditionLock excludes and orders", .correct, ["2"]) {
    let lock = NSConditionLock(condition: 0)
    let counter = Counter()
    threads(2) { _ in
      while !lock.lock(before: Date(timeIntervalSinceNow: 10)) {}
      counter.value += 1
      lock.unlock()
    }
    return "\(counter.value)"
  }

  program("condition-lock-hands-on", "two threads take turns by the condition", .correct, ["1 2"]) {
    let lock = NSConditionLock(condition: 1)
    let notes = Notes()
    threads(2) { index in
      while !lock.lock(whenCondition: index + 1, before: Date(timeIntervalSinceNow: 10)) {}
      notes.add("\(index + 1)")
      lock.unlock(withCondition: index + 2)
    }
    return notes.text
  }

  program("condition-lock-sets", "unlocking sets the condition", .correct, ["0 5"]) {
    let lock = NSConditionLock(condition: 0)
    let before = lock.condition
    lock.lock()
    lock.unlock(withCondition: 5)
    return "\(before) \(lock.condition)"
  }

  program(
    "condition-lock-try", "trying for a condition that does not hold fails", .correct,
    ["false true"]
  ) {
    let lock = NSConditionLock(condition: 1)
    let first = lock.tryLock(whenCondition: 2)
    let second = lock.tryLock(whenCondition: 1)
    if second { lock.unlock() }
    return "\(first) \(second)"
  }

  program(
    "condition-lock-late", "the condition never holds, and the time is up", .correct, ["false"]
  ) {
    let lock = NSConditionLock(condition: 0)
    return "\(lock.lock(whenCondition: 1, before: Date(timeIntervalSinceNow: 0.001)))"
  }

  program("condition-until", "a wait with a deadline that a signal ends", .correct, ["true"]) {
    let condition = NSCondition()
    nonisolated(unsafe) var isReady = false
    let other = Runner {
      condition.lock()
      isReady = true
      condition.signal()
      condition.unlock()
    }
    condition.lock()
    let end = Date(timeIntervalSinceNow: 30)
    while !isReady, condition.wait(until: end) {}
    let seen = isReady
    condition.unlock()
    other.join()
    return "\(seen)"
  }

  program("nslock-before", "a lock that is free again before the time is up", .correct, ["true"]) {
    let lock = NSLock()
    let isTaken = DispatchSemaphore(value: 0)
    let other = Runner {
      lock.lock()
      isTaken.signal()
      usleep(1_000)
      lock.unlock()
    }
    isTaken.wait()
    let got = lock.lock(before: Date(timeIntervalSinceNow: 30))
    if got { lock.unlock() }
    other.join()
    return "\(got)"
  }
}
