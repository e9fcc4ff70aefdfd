/// An unfair lock on the heap, together with the state that it guards.
///
/// Copies of the value share one lock and one state.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
  // Sendable because the state is only ever reached with the lock held.
  private let storage: ManagedBuffer<os_unfair_lock, State>

  /// What a caller expects of the lock when it asks with `precondition(_:)`.
  public enum Ownership: Hashable, Sendable {
    /// The calling thread holds the lock.
    case owner
    /// The calling thread does not hold the lock; another may.
    case notOwner
  }

  /// Makes an unlocked lock around a state that need not be `Sendable`.
  ///
  /// - Parameter initialState: The state to guard. The caller promises to keep no other way to it.
  public init(uncheckedState initialState: State) {
    storage = UnfairLockStorage<State>.create(minimumCapacity: 1) { _ in os_unfair_lock() }
    unsafe storage.withUnsafeMutablePointerToElements { unsafe $0.initialize(to: initialState) }
  }

  /// Makes an unlocked lock around a state.
  ///
  /// - Parameter initialState: The state to guard.
  public init(initialState: State) where State: Sendable {
    self.init(uncheckedState: initialState)
  }

  /// Runs a closure with the lock held.
  ///
  /// - Parameter body: Reads and changes the state. It is a trap when it takes the lock again.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; the lock is released all the same.
  public func withLock<R: Sendable>(
    _ body: @Sendable (inout State) throws -> R
  ) rethrows -> R {
    try withLockUnchecked(body)
  }

  /// Runs a closure with the lock held, without asking for anything to be `Sendable`.
  ///
  /// - Parameter body: Reads and changes the state. It is a trap when it takes the lock again.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; the lock is released all the same.
  public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
    try unsafe storage.withUnsafeMutablePointers { lock, state in
      unsafe os_unfair_lock_lock(lock)
      defer { unsafe os_unfair_lock_unlock(lock) }
      return try unsafe body(&state.pointee)
    }
  }

  /// Runs a closure with the lock held, if nobody holds the lock.
  ///
  /// - Parameter body: Reads and changes the state.
  /// - Returns: What `body` returns, or `nil` when the lock was taken.
  /// - Throws: What `body` throws; the lock is released all the same.
  public func withLockIfAvailable<R: Sendable>(
    _ body: @Sendable (inout State) throws -> R
  ) rethrows -> R? {
    try withLockIfAvailableUnchecked(body)
  }

  /// Runs a closure with the lock held, if nobody holds the lock, without asking for anything to
  /// be `Sendable`.
  ///
  /// - Parameter body: Reads and changes the state.
  /// - Returns: What `body` returns, or `nil` when the lock was taken.
  /// - Throws: What `body` throws; the lock is released all the same.
  public func withLockIfAvailableUnchecked<R>(
    _ body: (inout State) throws -> R
  ) rethrows -> R? {
    try unsafe storage.withUnsafeMutablePointers { lock, state in
      guard unsafe os_unfair_lock_trylock(lock) else { return nil }
      defer { unsafe os_unfair_lock_unlock(lock) }
      return try unsafe body(&state.pointee)
    }
  }

  /// Traps unless the calling thread stands to the lock as said.
  ///
  /// - Parameter condition: Whether the calling thread should hold the lock.
  public func precondition(_ condition: Ownership) {
    unsafe withLockPointer { lock in
      switch condition {
      case .owner: unsafe os_unfair_lock_assert_owner(lock)
      case .notOwner: unsafe os_unfair_lock_assert_not_owner(lock)
      }
    }
  }

  /// Gives a closure the lock by itself, for the members that don't touch the state.
  func withLockPointer<R>(_ body: (os_unfair_lock_t) throws -> R) rethrows -> R {
    try unsafe storage.withUnsafeMutablePointerToHeader { try unsafe body($0) }
  }
}

/// The heap block: the lock as the header, the state as the only element.
private final class UnfairLockStorage<State>: ManagedBuffer<os_unfair_lock, State> {
  deinit {
    _ = unsafe withUnsafeMutablePointerToElements { unsafe $0.deinitialize(count: 1) }
  }
}
