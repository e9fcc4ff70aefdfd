import Dispatch
import Testing
import os

private struct Refusal: Error {}

/// Counts down when the last reference to it goes.
private final class Witness {
  let onDeinit: () -> Void
  init(onDeinit: @escaping () -> Void) { self.onDeinit = onDeinit }
  deinit { onDeinit() }
}

struct OSAllocatedUnfairLockTests {
  @Test func `four threads lose no change of the state`() {
    let lock = OSAllocatedUnfairLock(initialState: 0)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<10_000 { lock.withLock { $0 += 1 } }
    }
    #expect(lock.withLock { $0 } == 40_000)
  }

  @Test func `copies share one lock and one state`() {
    let lock = OSAllocatedUnfairLock(initialState: ["a"])
    let copy = lock
    copy.withLock { $0.append("b") }
    #expect(lock.withLock { $0 } == ["a", "b"])
    lock.withLock { _ in
      #expect(copy.withLockIfAvailable { $0 } == nil)
    }
    #expect(copy.withLockIfAvailable { $0.count } == 2)
  }

  @Test func `a body that throws releases the lock`() {
    let lock = OSAllocatedUnfairLock(initialState: 1)
    #expect(throws: Refusal.self) {
      try lock.withLock { state in
        state = 2
        throw Refusal()
      }
    }
    #expect(lock.withLockIfAvailable { $0 } == 2)
  }

  @Test func `the state goes with the last copy`() {
    var gone = 0
    do {
      let lock = OSAllocatedUnfairLock(uncheckedState: Witness { gone += 1 })
      let copy = lock
      copy.withLockUnchecked { #expect($0 === $0) }
      #expect(gone == 0)
      lock.withLockUnchecked { _ in }
    }
    #expect(gone == 1)
  }

  @Test func `a lock without state is taken and released by hand`() {
    let lock = OSAllocatedUnfairLock()
    lock.precondition(.notOwner)
    lock.lock()
    lock.precondition(.owner)
    #expect(!lock.lockIfAvailable())
    lock.unlock()
    #expect(lock.lockIfAvailable())
    lock.unlock()
    #expect(lock.withLock { 5 } == 5)
    #expect(lock.withLockIfAvailable { 6 } == 6)
  }

  @Test func `a nested withLock is a trap`() async {
    await #expect(processExitsWith: .failure) {
      let lock = OSAllocatedUnfairLock(initialState: 0)
      lock.withLock { _ in lock.withLock { $0 += 1 } }
    }
  }

  @Test(arguments: [false, true])
  func `a wrong belief about the owner is a trap`(held: Bool) async {
    await #expect(processExitsWith: .failure) { [held] in
      let lock = OSAllocatedUnfairLock(initialState: 0)
      if held {
        lock.withLock { _ in lock.precondition(.notOwner) }
      } else {
        lock.precondition(.owner)
      }
    }
  }
}
