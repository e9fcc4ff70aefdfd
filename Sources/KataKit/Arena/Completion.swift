import Dispatch
import Foundation

/// Waits on a thread for asynchronous work that begins right there. Work that never suspends runs
/// on the calling thread from start to end; then there is nothing to wait for, and nothing that a
/// scheduler could take for a step of the subject's.
package final class Completion: @unchecked Sendable {
  // Safe: `endedHere` is written and read on the starting thread alone.
  private let starter = pthread_self()
  private let semaphore = DispatchSemaphore(value: 0)
  private var endedHere = false

  private init() {}

  /// Runs `work` and comes back when it has.
  package static func wait(for work: @escaping @Sendable () async -> Void) {
    let completion = Completion()
    Task.immediate {
      await work()
      completion.end()
    }
    if !completion.endedHere { completion.semaphore.wait() }
  }

  private func end() {
    // The starter waits by now unless it is the thread that gets here.
    if pthread_equal(starter, pthread_self()) != 0 {
      endedHere = true
    } else {
      semaphore.signal()
    }
  }
}
