import Foundation
import Synchronization

/// A mutex of a kind, and its end.
private final class PThreadMutex {
  let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init(_ kind: Int) {
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_settype(&attributes, Int32(kind))
    pthread_mutex_init(mutex, &attributes)
    pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func lock() -> Int32 { pthread_mutex_lock(mutex) }
  func tryLock() -> Int32 { pthread_mutex_trylock(mutex) }
  func unlock() -> Int32 { pthread_mutex_unlock(mutex) }
}

/// A read-write lock and its end.
private final class ReadWriteLock {
  let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
  init() { pthread_rwlock_init(lock, nil) }
  deinit {
    pthread_rwlock_destroy(lock)
    lock.deallocate()
  }
  func reading(_ body: () -> Void) {
    pthread_rwlock_rdlock(lock)
    body()
    pthread_rwlock_unlock(lock)
  }
  func writing(_ body: () -> Void) {
    pthread_rwlock_wrlock(lock)
    body()
    pthread_rwlock_unlock(lock)
  }
}

/// The time that has just come.
private func moment(afterMilliseconds milliseconds: Int = 0) -> timespec {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  time.tv_nsec += milliseconds * 1_000_000
  time.tv_sec += time.tv_nsec / 1_000_000_000
  time.tv_nsec %= 1_000_000_000
  return time
}

private final class Number: Sendable { let value = Atomic(0) }

private nonisolated(unsafe) var onceNumbers: [Number] = []
private nonisolated(unsafe) var onceSeen: [Counter] = []
private func onceLook(_ index: Int) {
  onceSeen[index].value = onceNumbers[index].value.load(ordering: .relaxed)
}
private let onceLooks: [@convention(c) () -> Void] = [
  { onceLook(0) }, { onceLook(1) }, { onceLook(2) }, { onceLook(3) },
]

func pthreadLocks() {
  program("normal-mutex", "a pthread mutex excludes and orders", .correct, ["2"]) {
    let mutex = PThreadMutex(Int(PTHREAD_MUTEX_NORMAL))
    let counter = Counter()
    threads(2) { _ in
      _ = mutex.lock()
      counter.value += 1
      _ = mutex.unlock()
    }
    return "\(counter.value)"
  }

  program("normal-relock", "a normal mutex taken again by its owner", .deadlocks, []) {
    let mutex = PThreadMutex(Int(PTHREAD_MUTEX_NORMAL))
    _ = mutex.lock()
    _ = mutex.lock()
    return "locked twice"
  }

  program("normal-try-own", "trying a mutex that one holds is refused (EBUSY)", .correct, ["16"]) {
    let mutex = PThreadMutex(Int(PTHREAD_MUTEX_NORMAL))
    _ = mutex.lock()
    let result = mutex.tryLock()
    _ = mutex.unlock()
    return "\(result)"
  }

  program(
    "error-check-mutex",
    "an error-checking mutex refuses its owner (EDEADLK) and strangers (EPERM)", .correct,
    ["35 1 0 1"]
  ) {
    let mutex = PThreadMutex(Int(PTHREAD_MUTEX_ERRORCHECK))
    let notes = Notes()
    _ = mutex.lock()
    notes.add("\(mutex.lock())")
    Runner { notes.add("\(mutex.unlock())") }.join()
    notes.add("\(mutex.unlock())")
    notes.add("\(mutex.unlock())")
    return notes.text
  }

  program(
    "recursive-mutex", "a recursive mutex is free after as many unlocks", .correct,
    ["0 16 16 0"]
  ) {
    let mutex = PThreadMutex(Int(PTHREAD_MUTEX_RECURSIVE))
    let notes = Notes()
    func look() {
      Runner {
        let result = mutex.tryLock()
        notes.add("\(result)")
        if result == 0 { _ = mutex.unlock() }
      }.join()
    }
    _ = mutex.lock()
    notes.add("\(mutex.lock())")
    look()
    _ = mutex.unlock()
    look()
    _ = mutex.unlock()
    look()
    return notes.text
  }

  program(
    "timed-lock", "waiting for a taken mutex ends when the time is up (ETIMEDOUT)", .correct,
    ["110 0"]
  ) {
    let mutex = PThreadMutex(Int(PTHREAD_MUTEX_NORMAL))
    let notes = Notes()
    func look() {
      Runner {
        var time = moment(afterMilliseconds: 5)
        let result = pthread_mutex_timedlock(mutex.mutex, &time)
        notes.add("\(result)")
        if result == 0 { _ = mutex.unlock() }
      }.join()
    }
    _ = mutex.lock()
    look()
    _ = mutex.unlock()
    look()
    return notes.text
  }

  program("rwlock", "a writer is alone, readers are not", .correct, ["0", "1", "2"]) {
    let lock = ReadWriteLock()
    let counter = Counter()
    let seen = Counter()
    together(
      { lock.writing { counter.value += 1 } },
      { lock.writing { counter.value += 1 } },
      { lock.reading { seen.value = counter.value } })
    return "\(seen.value)"
  }

  program("write-under-read-lock", "two threads write as readers", .races, ["1", "2"]) {
    let lock = ReadWriteLock()
    let counter = Counter()
    threads(2) { _ in
      lock.reading {
        let seen = counter.value  // race
        jitter()
        counter.value = seen + 1  // race
      }
    }
    return "\(counter.value)"
  }

  program(
    "rwlock-tries", "beside a reader there is room for readers only (EBUSY)", .correct,
    ["0 16 16 16"]
  ) {
    let lock = ReadWriteLock()
    let notes = Notes()
    func look() {
      Runner {
        let reading = pthread_rwlock_tryrdlock(lock.lock)
        if reading == 0 { pthread_rwlock_unlock(lock.lock) }
        let writing = pthread_rwlock_trywrlock(lock.lock)
        if writing == 0 { pthread_rwlock_unlock(lock.lock) }
        notes.add("\(reading) \(writing)")
      }.join()
    }
    lock.reading { look() }
    lock.writing { look() }
    return notes.text
  }

  program(
    "rwlock-own", "reading a lock that one holds for writing is refused (EDEADLK)", .correct,
    ["35"]
  ) {
    let lock = ReadWriteLock()
    var result: Int32 = 0
    lock.writing { result = pthread_rwlock_rdlock(lock.lock) }
    return "\(result)"
  }

  program("rwlock-upgrade", "a reader who wants to write waits for himself", .deadlocks, []) {
    let lock = ReadWriteLock()
    lock.reading { pthread_rwlock_wrlock(lock.lock) }
    return "upgraded"
  }

  program("spin-lock", "a spin lock excludes and orders", .correct, ["2"]) {
    let lock = UnsafeMutablePointer<pthread_spinlock_t>.allocate(capacity: 1)
    pthread_spin_init(lock, Int32(PTHREAD_PROCESS_PRIVATE))
    defer { lock.deallocate() }
    let counter = Counter()
    threads(2) { _ in
      pthread_spin_lock(lock)
      counter.value += 1
      pthread_spin_unlock(lock)
    }
    return "\(counter.value)"
  }

  program(
    "barrier", "all wait for all, and one is told that it is the last", .correct, ["3 3 true"]
  ) {
    let barrier = UnsafeMutablePointer<pthread_barrier_t>.allocate(capacity: 1)
    pthread_barrier_init(barrier, nil, 2)
    defer {
      pthread_barrier_destroy(barrier)
      barrier.deallocate()
    }
    let parts = [Counter(), Counter()]
    let sums = [Counter(), Counter()]
    let results = [Counter(), Counter()]
    threads(2) { index in
      parts[index].value = index + 1
      results[index].value = Int(pthread_barrier_wait(barrier))
      sums[index].value = parts[0].value + parts[1].value
    }
    let last = results.count { $0.value == Int(PTHREAD_BARRIER_SERIAL_THREAD) }
    return "\(sums[0].value) \(sums[1].value) \(last == 1)"
  }

  program(
    "read-lock-order", "what readers do side by side is done in every order", .correct,
    (0...3).flatMap { first in
      (first...3).flatMap { second in (second...3).map { "\(first) \(second) \($0)" } }
    }
  ) {
    let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
    pthread_rwlock_init(lock, nil)
    defer {
      pthread_rwlock_destroy(lock)
      lock.deallocate()
    }
    let number = Number()
    let seen = [Counter(), Counter(), Counter()]
    together(
      {
        pthread_rwlock_rdlock(lock)
        for _ in 0..<3 { number.value.wrappingAdd(1, ordering: .relaxed) }
        pthread_rwlock_unlock(lock)
      },
      {
        pthread_rwlock_rdlock(lock)
        for counter in seen { counter.value = number.value.load(ordering: .relaxed) }
        pthread_rwlock_unlock(lock)
      })
    return seen.map { "\($0.value)" }.joined(separator: " ")
  }

  program(
    "once-order", "any may be the one that does it once", .correct,
    (0..<16).map { pattern in (0..<4).map { "\(pattern >> $0 & 1)" }.joined() }
  ) {
    let controls = UnsafeMutablePointer<pthread_once_t>.allocate(capacity: 4)
    controls.initialize(repeating: pthread_once_t(), count: 4)
    defer { controls.deallocate() }
    let looks = onceLooks
    onceNumbers = (0..<4).map { _ in Number() }
    onceSeen = (0..<4).map { _ in Counter() }
    let numbers = onceNumbers
    together(
      {
        for index in 0..<4 {
          numbers[index].value.wrappingAdd(1, ordering: .relaxed)
          pthread_once(controls + index, looks[index])
        }
      },
      { for index in 0..<4 { pthread_once(controls + index, looks[index]) } })
    return onceSeen.map { "\($0.value)" }.joined()
  }
}
