import Foundation

/// Memory that a strategy keeps its state in. Give it memory that processes share, and the search
/// goes on after the one that ran a schedule died.
package struct SearchMemory {
  package let base: UnsafeMutableRawPointer
  package let byteCount: Int

  /// - Parameter base: zeroed, aligned to 64 bytes.
  package init(base: UnsafeMutableRawPointer, byteCount: Int) {
    self.base = base
    self.byteCount = byteCount
  }

  /// Memory of this process alone, until `deallocate`: for tests.
  package static func unshared(byteCount: Int = 2 << 20) -> SearchMemory {
    // What is never touched costs nothing: the system hands out zeroed pages on first use.
    guard let block = calloc(1, byteCount + 64) else { fatalError("out of memory") }
    return SearchMemory(base: block.alignedUp(toMultipleOf: 64), byteCount: byteCount)
  }

  /// Gives back memory that came from `unshared`.
  package func deallocate() {
    base.deallocate()
  }

  /// Splits off room for `count` elements at `offset`, and moves `offset` past it.
  func carve<Element>(_ type: Element.Type, count: Int, at offset: inout Int)
    -> UnsafeMutablePointer<Element>
  {
    precondition(
      offset + count * MemoryLayout<Element>.stride <= byteCount, "search memory too small")
    let pointer = (base + offset).bindMemory(to: type, capacity: count)
    offset += (count * MemoryLayout<Element>.stride + 63) & ~63
    return pointer
  }
}
