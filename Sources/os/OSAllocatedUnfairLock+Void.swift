/// A lock that guards no state of its own can also be taken and released by hand.
extension OSAllocatedUnfairLock where State == Void {
  /// Makes an unlocked lock that guards something kept elsewhere.
  public init() {
    self.init(uncheckedState: ())
  }

  /// Takes the lock, waiting for as long as another thread holds it. It is a trap when the calling
  /// thread already holds it.
  @available(*, noasync, message: "use withLock() instead")
  public func lock() {
    unsafe withLockPointer { unsafe os_unfair_lock_lock($0) }
  }

  /// Releases the lock. It is a trap when the calling thread does not hold it.
  @available(*, noasync, message: "use withLock() instead")
  public func unlock() {
    unsafe withLockPointer { unsafe os_unfair_lock_unlock($0) }
  }

  /// Takes the lock if nobody holds it.
  ///
  /// - Returns: Whether the calling thread now holds the lock because of this call.
  @available(*, noasync, message: "use withLockIfAvailable() instead")
  public func lockIfAvailable() -> Bool {
    unsafe withLockPointer { unsafe os_unfair_lock_trylock($0) }
  }

  /// Runs a closure with the lock held.
  ///
  /// - Parameter body: What to do. It is a trap when it takes the lock again.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; the lock is released all the same.
  public func withLock<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R {
    try withLockUnchecked { _ in try body() }
  }

  /// Runs a closure with the lock held, without asking for anything to be `Sendable`.
  ///
  /// - Parameter body: What to do. It is a trap when it takes the lock again.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; the lock is released all the same.
  public func withLockUnchecked<R>(_ body: () throws -> R) rethrows -> R {
    try withLockUnchecked { _ in try body() }
  }

  /// Runs a closure with the lock held, if nobody holds the lock.
  ///
  /// - Parameter body: What to do.
  /// - Returns: What `body` returns, or `nil` when the lock was taken.
  /// - Throws: What `body` throws; the lock is released all the same.
  public func withLockIfAvailable<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R? {
    try withLockIfAvailableUnchecked { _ in try body() }
  }

  /// Runs a closure with the lock held, if nobody holds the lock, without asking for anything to
  /// be `Sendable`.
  ///
  /// - Parameter body: What to do.
  /// - Returns: What `body` returns, or `nil` when the lock was taken.
  /// - Throws: What `body` throws; the lock is released all the same.
  public func withLockIfAvailableUnchecked<R>(_ body: () throws -> R) rethrows -> R? {
    try withLockIfAvailableUnchecked { _ in try body() }
  }
}
