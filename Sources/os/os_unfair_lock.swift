internal import Glibc

/// A lock that only the thread that took it may release, and that must not be taken twice.
///
/// Underneath is an error-checking POSIX mutex instead of a bare word, so that whatever watches
/// POSIX locks (ThreadSanitizer, a controlled scheduler) watches this one as well. It is
/// initialised in place, without a call: a value may be stored inline in a class and passed as
/// `&lock`, or live behind a pointer, just as on Apple's systems.
@safe public struct os_unfair_lock_s: @unchecked Sendable {
  // Sendable because every access to the mutex goes through the pthread functions.
  fileprivate var mutex = unsafe errorCheckingMutex()

  /// Makes a lock that nobody holds.
  public init() {}
}

/// The name under which the lock is usually declared.
public typealias os_unfair_lock = os_unfair_lock_s

/// A pointer to a lock: what the lock functions take, and what `&lock` becomes.
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock_s>

/// Takes the lock, waiting for as long as another thread holds it.
///
/// - Parameter lock: The lock. It is a trap when the calling thread already holds it.
@available(*, noasync, message: "use OSAllocatedUnfairLock.withLock() instead")
public func os_unfair_lock_lock(_ lock: os_unfair_lock_t) {
  let code = unsafe pthread_mutex_lock(mutex(of: lock))
  if code == EDEADLK {
    fatalError("os_unfair_lock: locked again by the thread that already holds it")
  }
  guard code == 0 else { fatalError("os_unfair_lock: cannot be locked (error \(code))") }
}

/// Takes the lock if nobody holds it.
///
/// - Parameter lock: The lock.
/// - Returns: Whether the calling thread now holds the lock because of this call.
@available(*, noasync, message: "use OSAllocatedUnfairLock.withLockIfAvailable() instead")
public func os_unfair_lock_trylock(_ lock: os_unfair_lock_t) -> Bool {
  unsafe pthread_mutex_trylock(mutex(of: lock)) == 0
}

/// Releases the lock.
///
/// - Parameter lock: The lock. It is a trap when the calling thread does not hold it.
@available(*, noasync, message: "use OSAllocatedUnfairLock.withLock() instead")
public func os_unfair_lock_unlock(_ lock: os_unfair_lock_t) {
  let code = unsafe pthread_mutex_unlock(mutex(of: lock))
  guard code == 0 else {
    fatalError("os_unfair_lock: unlocked by a thread that does not hold it")
  }
}

/// Traps unless the calling thread holds the lock.
///
/// - Parameter lock: The lock.
@available(*, noasync, message: "use OSAllocatedUnfairLock.precondition(_:) instead")
public func os_unfair_lock_assert_owner(_ lock: os_unfair_lock_t) {
  guard unsafe isHeldByCaller(lock) else {
    fatalError("os_unfair_lock: the calling thread does not hold it, but should")
  }
}

/// Traps if the calling thread holds the lock.
///
/// - Parameter lock: The lock.
@available(*, noasync, message: "use OSAllocatedUnfairLock.precondition(_:) instead")
public func os_unfair_lock_assert_not_owner(_ lock: os_unfair_lock_t) {
  guard unsafe !isHeldByCaller(lock) else {
    fatalError("os_unfair_lock: the calling thread holds it, but should not")
  }
}

/// Whether the calling thread holds the lock.
///
/// POSIX has no such question, but an error-checking mutex answers it in passing: an attempt whose
/// deadline is long over ends at once, and says `EDEADLK` to the owner only.
private func isHeldByCaller(_ lock: os_unfair_lock_t) -> Bool {
  var longAgo = timespec()
  let code = unsafe pthread_mutex_timedlock(mutex(of: lock), &longAgo)
  if code == 0 { unsafe pthread_mutex_unlock(mutex(of: lock)) }
  return code == EDEADLK
}

/// The mutex inside a lock, in place. It is the only field, so that both have one address.
private func mutex(of lock: os_unfair_lock_t) -> UnsafeMutablePointer<pthread_mutex_t> {
  unsafe UnsafeMutableRawPointer(lock).assumingMemoryBound(to: pthread_mutex_t.self)
}

/// What C's static initialiser for an error-checking mutex gives; Swift does not import the macro.
private func errorCheckingMutex() -> pthread_mutex_t {
  var mutex = unsafe pthread_mutex_t()
  unsafe mutex.__data.__kind = CInt(PTHREAD_MUTEX_ERRORCHECK_NP)
  return unsafe mutex
}
