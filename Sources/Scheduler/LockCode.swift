import CScheduler
import Foundation

/// Shows the runtime which code of Foundation takes a lock on behalf of its caller, when the lock is
/// used as an `NSLocking`: what Foundation locks for itself is told from that by who called.
enum LockCode {
  /// Call outside a schedule; once is enough.
  static func show() {
    let locks: [any NSLocking] = [NSLock(), NSRecursiveLock(), NSCondition()]
    rs_learn_locks(true)
    for lock in locks {
      lock.lock()
      lock.unlock()
    }
    rs_learn_locks(false)
  }
}
