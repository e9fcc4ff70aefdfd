import Foundation
import Synchronization

/// A number that threads share without a lock, sequentially consistent: so that it is the broken
/// promise which must be met, and no data race that gives it away at once.
final class Shared: Sendable {
  private let number: Atomic<Int>

  init(_ value: Int = 0) { number = Atomic(value) }

  var value: Int {
    get { number.load(ordering: .sequentiallyConsistent) }
    set { number.store(newValue, ordering: .sequentiallyConsistent) }
  }

  /// Adds at once. Returns the sum.
  @discardableResult
  func add(_ amount: Int) -> Int {
    number.add(amount, ordering: .sequentiallyConsistent).newValue
  }

  /// Writes `desired` if the value is `expected`. Returns whether it was.
  func replace(_ expected: Int, with desired: Int) -> Bool {
    number.compareExchange(
      expected: expected, desired: desired, ordering: .sequentiallyConsistent
    ).exchanged
  }
}

/// Whether all promises were kept. Any thread may break one.
final class Promise: Sendable {
  private let broken = Atomic(false)

  var isKept: Bool { !broken.load(ordering: .relaxed) }

  /// Breaks the promise unless `condition` holds. No scheduling point while it does.
  func expect(_ condition: Bool) {
    if !condition { broken.store(true, ordering: .relaxed) }
  }
}

/// A number under the lock of whoever uses it.
final class Guarded: @unchecked Sendable {
  // Safe: used only while its lock is held, or before and after all threads.
  var value: Int
  init(_ value: Int = 0) { self.value = value }
}

/// A thread that is joined once.
final class Runner {
  private final class Start {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }
  private var thread = pthread_t()

  init(_ body: @escaping () -> Void) {
    let start = Unmanaged.passRetained(Start(body))
    let failure = pthread_create(
      &thread, nil,
      { context in
        Unmanaged<Start>.fromOpaque(context!).takeRetainedValue().body()
        return nil
      }, start.toOpaque())
    precondition(failure == 0)
  }

  func join() { pthread_join(thread, nil) }
}

/// Runs each on a thread of its own, started in this order, and waits for all.
func together(_ bodies: [() -> Void]) {
  let runners = bodies.map { Runner($0) }
  for runner in runners { runner.join() }
}

func together(_ bodies: () -> Void...) { together(bodies) }

/// So many times the same.
func times(_ count: Int, _ body: @escaping () -> Void) -> [() -> Void] {
  Array(repeating: body, count: count)
}
