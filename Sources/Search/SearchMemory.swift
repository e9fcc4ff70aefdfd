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
    let base = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    return SearchMemory(base: base, byteCount: byteCount)
  }

  /// Gives back memory that came from `unshared`.
  package func deallocate() {
    base.deallocate()
  }

  /// The same memory in parts of equal size.
  package func parts(_ count: Int) -> [SearchMemory] {
    let size = byteCount / count & ~63
    return (0..<count).map { SearchMemory(base: base + $0 * size, byteCount: size) }
  }

  /// The same memory in two parts, the second of the given size.
  package func split(last: Int) -> (SearchMemory, SearchMemory) {
    let first = (byteCount - last) & ~63
    return (
      SearchMemory(base: base, byteCount: first), SearchMemory(base: base + first, byteCount: last)
    )
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
