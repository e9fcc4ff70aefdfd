import Foundation

func lockTimes() {
  program(
    "nslock-before-late", "lock(before:) gives up when the time is up, not sooner", .correct,
    ["false true"]
  ) {
    let lock = NSLock()
    lock.lock()
    let start = Date()
    nonisolated(unsafe) var got = true
    Runner { got = lock.lock(before: start.addingTimeInterval(0.01)) }.join()
    lock.unlock()
    return "\(got) \(Date().timeIntervalSince(start) >= 0.0095)"
  }

  program(
    "nslock-before-past", "lock(before:) of a date that has passed takes a free lock",
    .correct, ["true"]
  ) {
    let lock = NSLock()
    let got = lock.lock(before: Date(timeIntervalSinceNow: -1))
    if got { lock.unlock() }
    return "\(got)"
  }

  program("recursive-before", "lock(before:) of a recursive lock counts", .correct, ["true false"])
  {
    let lock = NSRecursiveLock()
    lock.lock()
    let again = lock.lock(before: Date(timeIntervalSinceNow: 0.001))
    nonisolated(unsafe) var other = true
    Runner { other = lock.lock(before: Date(timeIntervalSinceNow: 0.001)) }.join()
    lock.unlock()
    lock.unlock()
    return "\(again) \(other)"
  }

  program(
    "condition-lock-before", "waiting for a condition that comes in time", .correct, ["true"]
  ) {
    let lock = NSConditionLock(condition: 0)
    let other = Runner {
      usleep(1_000)
      lock.lock()
      lock.unlock(withCondition: 1)
    }
    let got = lock.lock(whenCondition: 1, before: Date(timeIntervalSinceNow: 30))
    if got { lock.unlock() }
    other.join()
    return "\(got)"
  }

  program(
    "condition-lock-before-late", "waiting for a condition that comes too late", .correct,
    ["false 1"]
  ) {
    let lock = NSConditionLock(condition: 0)
    let other = Runner {
      usleep(100_000)
      lock.lock()
      lock.unlock(withCondition: 1)
    }
    let got = lock.lock(whenCondition: 1, before: Date(timeIntervalSinceNow: 0.002))
    other.join()
    return "\(got) \(lock.condition)"
  }

  program(
    "condition-broadcast-late", "a wait whose time is up gets the lock back first", .correct,
    ["false 1"]
  ) {
    let condition = NSCondition()
    nonisolated(unsafe) var value = 0
    condition.lock()
    let other = Runner {
      condition.lock()
      value = 1
      usleep(80_000)
      condition.unlock()
    }
    let woken = condition.wait(until: Date(timeIntervalSinceNow: 0.04))
    let seen = value
    condition.unlock()
    other.join()
    return "\(woken) \(seen)"
  }

  program("group-wait-in-time", "a group that is empty in time", .correct, ["success"]) {
    let group = DispatchGroup()
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) {}
    group.enter()
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { group.leave() }
    return "\(group.wait(timeout: .now() + 30))"
  }

  program(
    "thread-detached-cancelled", "a thread cancelled before it starts does not run its block",
    .correct, ["false"]
  ) {
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var ran = false
    let thread = Thread {
      ran = true
      done.signal()
    }
    thread.cancel()
    thread.start()
    let result = done.wait(timeout: .now() + .milliseconds(300))
    return result == .success ? "\(ran)" : "false"
  }

  program(
    "thread-sleeps-until", "Thread.sleep(until:) is as long as it must be", .correct, ["true"]
  ) {
    let end = Date(timeIntervalSinceNow: 0.003)
    Thread.sleep(until: end)
    return "\(Date() >= end)"
  }
}
