import Dispatch
import Foundation
import Testing
import os

/// A counter whose lock lies inline, in the object itself.
private final class InlineCounter: @unchecked Sendable {
  private var lock = os_unfair_lock()
  private var value = 0

  func increment() {
    os_unfair_lock_lock(&lock)
    value += 1
    os_unfair_lock_unlock(&lock)
  }

  var count: Int {
    os_unfair_lock_lock(&lock)
    defer { os_unfair_lock_unlock(&lock) }
    return value
  }
}

/// Swift offers no locking by hand inside an asynchronous function, an exit test's body included.
private func withLock(_ body: (os_unfair_lock_t) -> Void) {
  let lock = os_unfair_lock_t.allocate(capacity: 1)
  lock.initialize(to: os_unfair_lock())
  body(lock)
  lock.deallocate()
}

/// What another thread sees of a lock.
private func onAnotherThread<R>(_ body: @Sendable @escaping () -> R) -> R {
  nonisolated(unsafe) var result: R?
  let thread = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    result = body()
    thread.signal()
  }
  thread.wait()
  return result!
}

struct UnfairLockTests {
  @Test func `a lock stored inline keeps four threads apart`() {
    let counter = InlineCounter()
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<10_000 { counter.increment() }
    }
    #expect(counter.count == 40_000)
  }

  @Test func `a taken lock cannot be taken by another thread, nor again by its owner`() {
    withLock { lock in
      nonisolated(unsafe) let lock = lock
      #expect(os_unfair_lock_trylock(lock))
      #expect(!os_unfair_lock_trylock(lock))
      #expect(!onAnotherThread { os_unfair_lock_trylock(lock) })
      os_unfair_lock_unlock(lock)
      #expect(
        onAnotherThread {
          let taken = os_unfair_lock_trylock(lock)
          if taken { os_unfair_lock_unlock(lock) }
          return taken
        })
    }
  }

  @Test func `asking who owns a lock leaves it as it was`() {
    withLock { lock in
      nonisolated(unsafe) let lock = lock
      os_unfair_lock_assert_not_owner(lock)
      #expect(os_unfair_lock_trylock(lock))
      os_unfair_lock_assert_owner(lock)
      #expect(!onAnotherThread { os_unfair_lock_trylock(lock) })
      onAnotherThread { os_unfair_lock_assert_not_owner(lock) }
      os_unfair_lock_unlock(lock)
      os_unfair_lock_assert_not_owner(lock)
    }
  }

  @Test func `taking a lock again is a trap that says so`() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      withLock {
        os_unfair_lock_lock($0)
        os_unfair_lock_lock($0)
      }
    }
    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(output.contains("locked again by the thread that already holds it"))
  }

  @Test func `releasing a lock that one does not hold is a trap that says so`() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      withLock { os_unfair_lock_unlock($0) }
    }
    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(output.contains("unlocked by a thread that does not hold it"))
  }

  @Test func `a wrong belief about the owner is a trap`() async {
    await #expect(processExitsWith: .failure) {
      withLock { os_unfair_lock_assert_owner($0) }
    }
    await #expect(processExitsWith: .failure) {
      withLock {
        os_unfair_lock_lock($0)
        os_unfair_lock_assert_not_owner($0)
      }
    }
  }
}
