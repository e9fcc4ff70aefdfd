import Foundation

func locks() {
  // Two groups, counted in and out under one lock; the first of each takes the other, holding it.
  benchmark("carter") {
    let (counts, resource) = (PThreadMutex(), PThreadMutex())
    let (one, two) = (Guarded(), Guarded())
    func use(_ count: Guarded) {
      counts.lock()
      count.value += 1
      if count.value == 1 { resource.lock() }
      counts.unlock()
      counts.lock()
      count.value -= 1
      if count.value == 0 { resource.unlock() }
      counts.unlock()
    }
    together({ use(one) }, { use(two) }, {}, {})
    return true
  }

  benchmark("deadlock") {
    let (first, second) = (NSLock(), NSLock())
    together(
      { first.withLock { second.withLock {} } },
      { second.withLock { first.withLock {} } })
    return true
  }

  // One thread guards the number by one lock, the others by another.
  for (name, others) in [("wronglock", 7), ("wronglock 1", 1), ("wronglock 3", 3)] {
    benchmark(name) {
      let (right, wrong, promise, number) = (NSLock(), NSLock(), Promise(), Shared())
      together(
        [
          {
            right.withLock {
              let before = number.value
              number.value += 1
              promise.expect(number.value == before + 1)
            }
          }
        ] + times(others) { wrong.withLock { number.value += 1 } })
      return promise.isKept
    }
  }

  for count in [3, 5] {
    benchmark("philosophers, \(count)") {
      let forks = (0..<count).map { _ in NSLock() }
      together(
        (0..<count).map { seat in
          { forks[seat].withLock { forks[(seat + 1) % count].withLock {} } }
        })
      return true
    }
  }

  // The flag is looked at outside the lock that the signal is given under.
  benchmark("lost wake-up") {
    let (condition, ready) = (NSCondition(), Shared())
    together(
      {
        if ready.value == 0 {
          condition.lock()
          condition.wait()
          condition.unlock()
        }
      },
      {
        ready.value = 1
        condition.lock()
        condition.signal()
        condition.unlock()
      })
    return true
  }
}

/// A plain `pthread_mutex_t`, which one may unlock where another function locked it.
final class PThreadMutex: @unchecked Sendable {
  // Safe: that is what it is for.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  init() { pthread_mutex_init(mutex, nil) }
  deinit { mutex.deallocate() }
  func lock() { pthread_mutex_lock(mutex) }
  func unlock() { pthread_mutex_unlock(mutex) }
}
