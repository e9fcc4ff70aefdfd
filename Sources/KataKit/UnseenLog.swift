import Synchronization

/// A list that threads append to without the scheduler or a sanitizer seeing any
/// synchronisation: the kit is not instrumented, and this lock makes no call.
///
/// A scheduler never switches threads within it, so the spin is only ever for real threads, and
/// short.
///
/// The elements lie in memory that only this list frees, and it counts no references there: the
/// optimiser may move a retain behind the store that ends such a lock, since to it no store
/// releases anything. An array would then be freed by one thread before the other has retained it.
package final class UnseenLog<Element: Sendable>: @unchecked Sendable {
  // Safe: all of it is touched only while `taken` is held. An element, once there, stays there.
  private let taken = Atomic<Bool>(false)
  private var elements: UnsafeMutableBufferPointer<Element>
  private var count = 0

  package init() {
    elements = .allocate(capacity: 8)
  }

  deinit {
    elements.prefix(count).deinitialize()
    elements.deallocate()
  }

  /// Adds an element. Returns how many there are now.
  @discardableResult
  package func append(_ element: Element) -> Int {
    locked {
      if count == elements.count { grow() }
      elements.initializeElement(at: count, to: element)
      count += 1
      return count
    }
  }

  package func snapshot() -> [Element] {
    locked { Array(elements.prefix(count)) }
  }

  private func grow() {
    let larger = UnsafeMutableBufferPointer<Element>.allocate(capacity: 2 * count)
    _ = larger.moveInitialize(fromContentsOf: elements)
    elements.deallocate()
    elements = larger
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    while taken.exchange(true, ordering: .acquiring) {}
    defer { taken.store(false, ordering: .releasing) }
    return body()
  }
}
