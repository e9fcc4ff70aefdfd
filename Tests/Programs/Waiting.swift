import Foundation
import Synchronization

private actor Holder {
  var items: [Int] = []
  func addSlowly(_ item: Int) async {
    let count = items.count
    await Task.yield()
    items.append(item + count * 10)
  }
  func read() -> String { items.map { "\($0)" }.joined(separator: " ") }
}

private final class YieldingLock: Sendable {
  private let busy = Atomic(false)
  let notes = Notes()

  func note(_ number: Int) async {
    while !busy.compareExchange(
      expected: false, desired: true, ordering: .acquiringAndReleasing
    ).exchanged { await Task.yield() }
    notes.add("\(number)")
    await Task.yield()
    busy.store(false, ordering: .releasing)
  }
}

@MainActor private final class Screen {
  var value = 0
  func raise() { value += 1 }
}

func waiting() {
  program(
    "continuation-in-two-orders", "a continuation that one of two resumes, under a lock",
    .correct, ["1", "2"]
  ) {
    let isResumed = Mutex(false)
    let value = await withCheckedContinuation { (continuation: CheckedContinuation<Int, Never>) in
      for number in 1...2 {
        Thread.detachNewThread {
          jitter()
          let first = isResumed.withLock { done in
            defer { done = true }
            return !done
          }
          if first { continuation.resume(returning: number) }
        }
      }
    }
    return "\(value)"
  }

  program(
    "actor-interleaves", "what an actor read before an await may be old after it", .correct,
    ["1 12", "1 2", "2 1", "2 11"]
  ) {
    let holder = Holder()
    await withTaskGroup(of: Void.self) { group in
      for item in 1...2 { group.addTask { await holder.addSlowly(item) } }
    }
    return await holder.read()
  }

  program(
    "assume-isolated", "code of the main actor called on another thread",
    .traps("expected to run on the queue"),
    []
  ) {
    let screen = await Screen()
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      MainActor.assumeIsolated { screen.raise() }
      done.signal()
    }
    done.wait()
    return "done"
  }

  program("main-actor-run", "MainActor.run comes back with what it returned", .correct, ["true"]) {
    let isMain = await MainActor.run { Thread.isMainThread }
    return "\(isMain)"
  }

  program(
    "semaphore-in-task", "a task that waits on a semaphore another task signals", .correct,
    ["1"]
  ) {
    let semaphore = DispatchSemaphore(value: 0)
    let counter = Counter()
    let task = Task.detached {
      counter.value = 1
      semaphore.signal()
    }
    await Task.detached { block(semaphore) }.value
    let seen = counter.value
    await task.value
    return "\(seen)"
  }

  program("unlocked-elsewhere", "an NSLock that another thread unlocks", .correct, ["unlocked"]) {
    let lock = NSLock()
    lock.lock()
    Runner { lock.unlock() }.join()
    let free = lock.try()
    if free { lock.unlock() }
    return free ? "unlocked" : "locked"
  }

  program(
    "operation-on-main-waits", "the main thread waits for an operation of the main queue",
    .deadlocks, []
  ) {
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.main.async {
      let operation = BlockOperation {}
      OperationQueue.main.addOperation(operation)
      operation.waitUntilFinished()
      done.signal()
    }
    done.wait()
    return "done"
  }

  program(
    "throwing-group", "the first error leaves the group, after the others have ended",
    .correct, ["thrown 1"]
  ) {
    let counter = Counter()
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { counter.value = 1 }
        group.addTask { throw CancellationError() }
        for try await _ in group {}
      }
      return "not thrown"
    } catch {
      return "thrown \(counter.value)"
    }
  }

  program(
    "throwing-stream", "a stream that fails delivers what came before", .correct,
    ["1 2 failed"]
  ) {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Int.self)
    Task.detached {
      continuation.yield(1)
      continuation.yield(2)
      continuation.finish(throwing: CancellationError())
    }
    var notes: [String] = []
    do { for try await item in stream { notes.append("\(item)") } } catch { notes.append("failed") }
    return notes.joined(separator: " ")
  }

  program("yield-until", "a loop that yields until another task has written", .correct, ["1"]) {
    let flag = Atomic(0)
    let task = Task.detached { flag.store(1, ordering: .releasing) }
    while flag.load(ordering: .acquiring) == 0 { await Task.yield() }
    await task.value
    return "\(flag.load(ordering: .relaxed))"
  }

  program(
    "yields-eight-times", "a loop that yields eight times at most", .correct, ["gave up", "saw it"]
  ) {
    let flag = Atomic(0)
    let task = Task.detached { flag.store(1, ordering: .releasing) }
    var rounds = 0
    while rounds < 8, flag.load(ordering: .acquiring) == 0 {
      rounds += 1
      await Task.yield()
    }
    let seen = rounds < 8 ? "saw it" : "gave up"
    await task.value
    return seen
  }

  program(
    "lock-that-yields", "a spin lock of two tasks that yield, also while one holds it", .correct,
    ["1 2", "2 1"]
  ) {
    let lock = YieldingLock()
    await withTaskGroup(of: Void.self) { group in
      for number in 1...2 { group.addTask { await lock.note(number) } }
    }
    return lock.notes.text
  }

  program("sleep-polls", "a loop that sleeps until another thread has written", .correct, ["1"]) {
    let count = Mutexed()
    let runner = Runner {
      jitter()
      count.add()
    }
    while count.value == 0 { try? await Task.sleep(for: .milliseconds(1)) }
    runner.join()
    return "\(count.value)"
  }

  program(
    "once-in-task", "a static let first used by two tasks is made once", .correct, ["1 1"],
    cold: true
  ) {
    enum Lazy {
      static let count = Mutexed()
      static let made: Int = {
        count.add()
        return count.value
      }()
    }
    async let first = Lazy.made
    async let second = Lazy.made
    return "\(await first) \(await second)"
  }

  program("rwlock-writer-waits", "a writer gets in although readers come and go", .correct, ["1"]) {
    let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
    pthread_rwlock_init(lock, nil)
    let counter = Counter()
    together(
      {
        for _ in 0..<2 {
          pthread_rwlock_rdlock(lock)
          _ = counter.value
          pthread_rwlock_unlock(lock)
        }
      },
      {
        pthread_rwlock_wrlock(lock)
        counter.value = 1
        pthread_rwlock_unlock(lock)
      })
    pthread_rwlock_destroy(lock)
    lock.deallocate()
    return "\(counter.value)"
  }
}

private func block(_ semaphore: DispatchSemaphore) { semaphore.wait() }
