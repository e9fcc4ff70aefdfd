import Synchronization

/// A list that threads append to without the scheduler or a sanitizer seeing any
/// synchronisation: the kit is not instrumented, and this lock makes no call.
///
/// A scheduler never switches threads within it, so the spin is only ever for real threads, and
/// short.
package final class UnseenLog<Element: Sendable>: @unchecked Sendable {
  // Safe: `elements` is touched only while `taken` is held.
  private let taken = Atomic<Bool>(false)
  private var elements: [Element] = []

  package init() {}

  /// Adds an element. Returns how many there are now.
  @discardableResult
  package func append(_ element: Element) -> Int {
    locked {
      elements.append(element)
      return elements.count
    }
  }

  package func snapshot() -> [Element] {
    locked { elements }
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    while taken.exchange(true, ordering: .acquiring) {}
    defer { taken.store(false, ordering: .releasing) }
    return body()
  }
}
