import Dispatch
import Synchronization

/// Runs a few pieces of work side by side: what a machine of two processors has use for.
enum Concurrently {
  /// Runs all, and comes back when all are done.
  ///
  /// - Throws: the error of the first in the list that threw, whichever was the first in time.
  static func run(_ work: [@Sendable () throws -> Void]) throws {
    let errors = Mutex<[Int: any Error]>([:])
    DispatchQueue.concurrentPerform(iterations: work.count) { index in
      do {
        try work[index]()
      } catch {
        errors.withLock { $0[index] = error }
      }
    }
    if let first = errors.withLock({ $0.min { $0.key < $1.key } }) { throw first.value }
  }

  /// Does the same with each, side by side. Returns the results in the order of the list.
  static func map<Element: Sendable, Result: Sendable>(
    _ elements: [Element], _ work: @Sendable (Element) -> Result
  ) -> [Result] {
    // Most lists have one.
    if elements.count == 1 { return [work(elements[0])] }
    let results = Mutex<[Int: Result]>([:])
    DispatchQueue.concurrentPerform(iterations: elements.count) { index in
      let result = work(elements[index])
      results.withLock { $0[index] = result }
    }
    return results.withLock { all in elements.indices.map { all[$0]! } }
  }
}
