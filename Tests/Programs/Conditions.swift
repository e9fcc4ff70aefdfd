import Foundation

func conditions() {
  program("condition", "whoever waits in a loop misses nothing", .correct, ["1"]) {
    let condition = NSCondition()
    let counter = Counter()
    let seen = Counter()
    together(
      {
        condition.lock()
        while counter.value == 0 { condition.wait() }
        seen.value = counter.value
        condition.unlock()
      },
      {
        condition.lock()
        counter.value = 1
        condition.signal()
        condition.unlock()
      })
    return "\(seen.value)"
  }

  program("lost-wake-up", "a signal before the wait is lost", .deadlocks, ["woken"]) {
    let condition = NSCondition()
    together(
      {
        jitter()
        condition.lock()
        condition.wait()
        condition.unlock()
      },
      {
        jitter()
        condition.lock()
        condition.signal()
        condition.unlock()
      })
    return "woken"
  }

  program("checked-then-waits", "a check outside the lock misses the signal", .deadlocks, ["woken"])
  {
    let condition = NSCondition()
    let lock = NSLock()
    let counter = Counter()
    together(
      {
        while lock.withLock({ counter.value == 0 }) {
          jitter()
          condition.lock()
          condition.wait()
          condition.unlock()
        }
      },
      {
        lock.withLock { counter.value = 1 }
        condition.lock()
        condition.signal()
        condition.unlock()
      })
    return "woken"
  }

  program("if-instead-of-while", "what is there when woken can be gone", .correct, ["-1", "0"]) {
    let condition = NSCondition()
    let items = Counter()
    let least = Counter()
    func take() {
      condition.lock()
      if items.value == 0 { condition.wait() }
      items.value -= 1
      least.value = min(least.value, items.value)
      condition.unlock()
    }
    together(
      take, take,
      {
        for _ in 0..<2 {
          condition.lock()
          items.value += 1
          condition.signal()
          condition.unlock()
          jitter()
        }
      })
    return "\(least.value)"
  }

  program("signal-for-two", "one signal wakes one of two who wait", .deadlocks, ["all woken"]) {
    let condition = NSCondition()
    let counter = Counter()
    func wait() {
      condition.lock()
      while counter.value == 0 { condition.wait() }
      condition.unlock()
    }
    together(
      wait, wait,
      {
        jitter()
        condition.lock()
        counter.value = 1
        condition.signal()
        condition.unlock()
      })
    return "all woken"
  }

  program("broadcast-for-two", "a broadcast wakes both", .correct, ["all woken"]) {
    let condition = NSCondition()
    let counter = Counter()
    func wait() {
      condition.lock()
      while counter.value == 0 { condition.wait() }
      condition.unlock()
    }
    together(
      wait, wait,
      {
        condition.lock()
        counter.value = 1
        condition.broadcast()
        condition.unlock()
      })
    return "all woken"
  }

  program("bounded-queue", "a queue with room for one keeps the order", .correct, ["1 2"]) {
    let condition = NSCondition()
    var items: [Int] = []
    let notes = Notes()
    together(
      {
        for item in 1...2 {
          condition.lock()
          while items.count == 1 { condition.wait() }
          items.append(item)
          condition.broadcast()
          condition.unlock()
        }
      },
      {
        for _ in 1...2 {
          condition.lock()
          while items.isEmpty { condition.wait() }
          notes.add("\(items.removeFirst())")
          condition.broadcast()
          condition.unlock()
        }
      })
    return notes.text
  }

  program("condition-in-time", "nobody signals, and the time is up", .correct, ["false"]) {
    let condition = NSCondition()
    condition.lock()
    defer { condition.unlock() }
    return "\(condition.wait(until: Date(timeIntervalSinceNow: 0.005)))"
  }

  program(
    "pthread-condition-in-time", "out of time (ETIMEDOUT), and the mutex is held again (EBUSY)",
    .correct, ["110 16"]
  ) {
    let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let notes = Notes()
    pthread_mutex_lock(mutex)
    notes.add("\(pthread_cond_timedwait(condition, mutex, &time))")
    Runner { notes.add("\(pthread_mutex_trylock(mutex))") }.join()
    pthread_mutex_unlock(mutex)
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
    condition.deallocate()
    return notes.text
  }

  program("signal-unlocked", "a signal after the lock is given back is heard too", .correct, ["1"])
  {
    let condition = NSCondition()
    let counter = Counter()
    together(
      {
        condition.lock()
        while counter.value == 0 { condition.wait() }
        condition.unlock()
      },
      {
        condition.lock()
        counter.value = 1
        condition.unlock()
        condition.signal()
      })
    return "\(counter.value)"
  }

  program("unlocked-predicate", "the predicate is changed without the lock", .races, ["0", "1"]) {
    let condition = NSCondition()
    let counter = Counter()
    let seen = Counter()
    together(
      {
        condition.lock()
        seen.value = counter.value  // race
        condition.unlock()
      },
      {
        counter.value = 1  // race
        condition.broadcast()
      })
    return "\(seen.value)"
  }
}
