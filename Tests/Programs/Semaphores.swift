import Foundation

/// A POSIX semaphore and its end.
private final class PosixSemaphore {
  let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
  init(_ value: UInt32) { sem_init(semaphore, 0, value) }
  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }
}

func semaphores() {
  program("posix-semaphore", "a semaphore of one excludes and orders", .correct, ["2"]) {
    let semaphore = PosixSemaphore(1)
    let counter = Counter()
    threads(2) { _ in
      sem_wait(semaphore.semaphore)
      counter.value += 1
      sem_post(semaphore.semaphore)
    }
    return "\(counter.value)"
  }

  program("posix-semaphore-of-two", "a semaphore of two lets two in", .races, ["1", "2"]) {
    let semaphore = PosixSemaphore(2)
    let counter = Counter()
    threads(2) { _ in
      sem_wait(semaphore.semaphore)
      let seen = counter.value  // race
      jitter()
      counter.value = seen + 1  // race
      sem_post(semaphore.semaphore)
    }
    return "\(counter.value)"
  }

  program(
    "posix-semaphore-tries", "empty (EAGAIN), and out of time (ETIMEDOUT)", .correct, ["11 110 0"]
  ) {
    let semaphore = PosixSemaphore(0)
    let notes = Notes()
    notes.add("\(sem_trywait(semaphore.semaphore) == 0 ? 0 : errno)")
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    notes.add("\(sem_timedwait(semaphore.semaphore, &time) == 0 ? 0 : errno)")
    sem_post(semaphore.semaphore)
    notes.add("\(sem_trywait(semaphore.semaphore) == 0 ? 0 : errno)")
    return notes.text
  }

  program("dispatch-semaphore", "a semaphore of one excludes and orders", .correct, ["2"]) {
    let semaphore = DispatchSemaphore(value: 1)
    let counter = Counter()
    threads(2) { _ in
      semaphore.wait()
      counter.value += 1
      semaphore.signal()
    }
    return "\(counter.value)"
  }

  program("dispatch-semaphore-of-two", "a semaphore of two lets two in", .races, ["1", "2"]) {
    let semaphore = DispatchSemaphore(value: 2)
    let counter = Counter()
    threads(2) { _ in
      semaphore.wait()
      let seen = counter.value  // race
      jitter()
      counter.value = seen + 1  // race
      semaphore.signal()
    }
    return "\(counter.value)"
  }

  program("semaphore-hand-over", "a signal comes after what was done before it", .correct, ["42"]) {
    let semaphore = DispatchSemaphore(value: 0)
    let counter = Counter()
    let runner = Runner {
      counter.value = 42
      semaphore.signal()
    }
    semaphore.wait()
    let seen = counter.value
    runner.join()
    return "\(seen)"
  }

  program("early-signal", "a semaphore remembers a signal", .correct, ["through"]) {
    let semaphore = DispatchSemaphore(value: 0)
    semaphore.signal()
    semaphore.wait()
    return "through"
  }

  program("never-signalled", "nobody signals", .deadlocks, []) {
    DispatchSemaphore(value: 0).wait()
    return "through"
  }

  program("semaphore-in-time", "nobody signals, and the time is up", .correct, ["timedOut success"])
  {
    let semaphore = DispatchSemaphore(value: 0)
    let first = semaphore.wait(timeout: .now() + .milliseconds(5))
    semaphore.signal()
    let second = semaphore.wait(timeout: .now())
    return "\(first) \(second)"
  }

  program(
    "semaphore-released-low", "given up below its value", .traps("below the one it was made with"),
    []
  ) {
    do {
      let semaphore = DispatchSemaphore(value: 1)
      semaphore.wait()
    }
    return "gone"
  }

  program("semaphore-released-high", "given up above its value", .correct, ["gone"]) {
    do {
      let semaphore = DispatchSemaphore(value: 0)
      semaphore.signal()
    }
    return "gone"
  }

  program("wrong-order-of-two", "two semaphores taken in two orders", .deadlocks, ["done"]) {
    let all = [DispatchSemaphore(value: 1), DispatchSemaphore(value: 1)]
    threads(2) { index in
      all[index].wait()
      jitter()
      all[1 - index].wait()
      all[0].signal()
      all[1].signal()
    }
    return "done"
  }
}
