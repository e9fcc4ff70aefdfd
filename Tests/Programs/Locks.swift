import Foundation
import Synchronization
import os

func locks() {
  program("nslock-counter", "an NSLock excludes and orders", .correct, ["3"]) {
    let lock = NSLock()
    let counter = Counter()
    threads(3) { _ in lock.withLock { counter.value += 1 } }
    return "\(counter.value)"
  }

  program("unlocked-counter", "two increments without a lock", .races, ["1", "2"]) {
    let counter = Counter()
    threads(2) { _ in
      let seen = counter.value  // race
      jitter()
      counter.value = seen + 1  // race
    }
    return "\(counter.value)"
  }

  program("check-outside-lock", "the change is locked, the check is not", .races, ["20", "-60"]) {
    let lock = NSLock()
    let account = Counter()
    account.value = 100
    threads(2) { _ in
      if account.value >= 80 {  // race
        jitter()
        lock.withLock { account.value -= 80 }  // race
      }
    }
    return "\(account.value)"
  }

  program(
    "check-then-act", "check and change locked one by one: no race, and wrong all the same",
    .correct, ["20", "-60"]
  ) {
    let lock = NSLock()
    let account = Counter()
    account.value = 100
    threads(2) { _ in
      let covered = lock.withLock { account.value >= 80 }
      jitter()
      if covered { lock.withLock { account.value -= 80 } }
    }
    return "\(account.value)"
  }

  program("a-lock-each", "two threads with two locks", .races, ["1", "2"]) {
    let all = [NSLock(), NSLock()]
    let counter = Counter()
    threads(2) { index in
      all[index].withLock {
        let seen = counter.value  // race
        jitter()
        counter.value = seen + 1  // race
      }
    }
    return "\(counter.value)"
  }

  program("locked-writer-only", "the writer locks, the reader does not", .races, ["0", "1"]) {
    let lock = NSLock()
    let counter = Counter()
    let seen = Counter()
    together(
      { lock.withLock { counter.value = 1 } },  // race
      { seen.value = counter.value })  // race
    return "\(seen.value)"
  }

  program("nslock-relock", "an NSLock is not recursive", .deadlocks, []) {
    let lock = NSLock()
    lock.lock()
    lock.lock()
    return "locked twice"
  }

  program("locks-in-two-orders", "two locks taken in two orders", .deadlocks, ["done"]) {
    let first = NSLock()
    let second = NSLock()
    together(
      {
        first.withLock {
          jitter(); second.withLock {}
        }
      },
      {
        second.withLock {
          jitter(); first.withLock {}
        }
      })
    return "done"
  }

  program("locks-in-one-order", "two locks always taken in one order", .correct, ["2"]) {
    let first = NSLock()
    let second = NSLock()
    let counter = Counter()
    threads(2) { _ in first.withLock { second.withLock { counter.value += 1 } } }
    return "\(counter.value)"
  }

  program("nslock-try", "trying a lock that may be taken", .correct, ["1", "2"]) {
    let lock = NSLock()
    let counter = Counter()
    threads(2) { _ in
      if lock.try() {
        counter.value += 1
        jitter()
        lock.unlock()
      }
    }
    return "\(counter.value)"
  }

  program("nslock-timed", "waiting for a taken lock ends when the time is up", .correct, ["false"])
  {
    let lock = NSLock()
    lock.lock()
    let notes = Notes()
    Runner { notes.add("\(lock.lock(before: Date(timeIntervalSinceNow: 0.01)))") }.join()
    lock.unlock()
    return notes.text
  }

  program("recursive-lock", "an NSRecursiveLock can be taken again", .correct, ["4"]) {
    let lock = NSRecursiveLock()
    let counter = Counter()
    threads(2) { _ in
      lock.withLock {
        counter.value += 1
        lock.withLock { counter.value += 1 }
      }
    }
    return "\(counter.value)"
  }

  program(
    "recursive-lock-held", "an NSRecursiveLock is free after as many unlocks", .correct,
    ["false false true"]
  ) {
    let lock = NSRecursiveLock()
    let notes = Notes()
    func look() {
      Runner {
        let taken = lock.try()
        notes.add("\(taken)")
        if taken { lock.unlock() }
      }.join()
    }
    lock.lock()
    lock.lock()
    look()
    lock.unlock()
    look()
    lock.unlock()
    look()
    return notes.text
  }

  program("mutex-counter", "a Mutex excludes and orders", .correct, ["2"]) {
    final class Guarded: Sendable { let value = Mutex(0) }
    let guarded = Guarded()
    threads(2) { _ in guarded.value.withLock { $0 += 1 } }
    return "\(guarded.value.withLock { $0 })"
  }

  program("mutex-relock", "a Mutex is not recursive", .traps("holds already"), []) {
    final class Guarded: Sendable { let value = Mutex(0) }
    let guarded = Guarded()
    guarded.value.withLock { _ in guarded.value.withLock { $0 += 1 } }
    return "locked twice"
  }

  program("mutex-orders", "a Mutex publishes what was written before", .correct, ["0", "42"]) {
    final class Guarded: Sendable { let isSet = Mutex(false) }
    let guarded = Guarded()
    let counter = Counter()
    let seen = Counter()
    together(
      {
        counter.value = 42
        guarded.isSet.withLock { $0 = true }
      },
      { if guarded.isSet.withLock({ $0 }) { seen.value = counter.value } })
    return "\(seen.value)"
  }

  program("mutex-try", "a Mutex that may be taken", .correct, ["1", "2"]) {
    final class Guarded: Sendable { let value = Mutex(0) }
    let guarded = Guarded()
    threads(2) { _ in
      _ = guarded.value.withLockIfAvailable {
        $0 += 1
        jitter()
      }
    }
    return "\(guarded.value.withLock { $0 })"
  }

  program("unfair-lock", "an OSAllocatedUnfairLock excludes and orders", .correct, ["2"]) {
    let lock = OSAllocatedUnfairLock(initialState: 0)
    threads(2) { _ in lock.withLock { $0 += 1 } }
    return "\(lock.withLock { $0 })"
  }

  program("os-unfair-lock", "an os_unfair_lock excludes and orders", .correct, ["2"]) {
    let lock = UnsafeMutablePointer<os_unfair_lock>.allocate(capacity: 1)
    lock.initialize(to: os_unfair_lock())
    defer { lock.deallocate() }
    let counter = Counter()
    threads(2) { _ in
      os_unfair_lock_lock(lock)
      counter.value += 1
      os_unfair_lock_unlock(lock)
    }
    return "\(counter.value)"
  }
}
