/// Every schedule with at most so many preemptions, depth first.
///
/// The first failing schedule it meets, with the bound raised from zero, has the fewest preemptions.
/// Source: Musuvathi and Qadeer, "Iterative context bounding for systematic testing of multithreaded
/// programs" (PLDI 2007).
package final class BoundedSearch: Strategy {
  private struct Node {
    /// Threads, or numbers, that were tried, and that may be.
    var tried: UInt64
    var allowed: UInt64
    var chosen: UInt16
    /// The thread that is preempted when another is chosen; `nobody` if leaving is free.
    var interrupted: UInt16
    /// Preemptions before this choice.
    var preemptions: UInt32
    /// For a choice that isn't one of threads: how many possibilities; 0 otherwise.
    var count: UInt16
  }
  private struct Header {
    var length: Int
    var finished: Bool
    var overflowed: Bool
    var wasCut: Bool
    var depth: Int
  }
  private static let nobody = UInt16.max
  /// Sets of threads are words.
  private static let width = 64

  private let bound: Int
  private let header: UnsafeMutablePointer<Header>
  private let nodes: UnsafeMutablePointer<Node>
  private let capacity: Int
  private var depth: Int {
    get { header.pointee.depth }
    set { header.pointee.depth = newValue }
  }
  private var preemptions = 0

  /// - Parameter bound: How many preemptions a schedule may have.
  package init(bound: Int, memory: SearchMemory) {
    self.bound = bound
    var offset = 0
    header = memory.carve(Header.self, count: 1, at: &offset)
    capacity = (memory.byteCount - offset) / MemoryLayout<Node>.stride - 2
    nodes = memory.carve(Node.self, count: capacity, at: &offset)
    header.pointee = Header(length: 0, finished: false, overflowed: false, wasCut: false, depth: 0)
  }

  package var isExhausted: Bool { header.pointee.finished && !header.pointee.overflowed }
  /// Whether the bound kept anything from being tried: if not, every schedule was.
  package var wasCut: Bool { header.pointee.wasCut }

  package func beginSchedule(_ index: Int) {
    depth = 0
    preemptions = 0
  }

  package func choose(_ decision: Decision) -> Int {
    guard decision.count > 1 else { return Int(decision.enabled[0]) }
    if depth >= header.pointee.length {
      guard depth < capacity, Int(decision.enabled[decision.count - 1]) < Self.width else {
        header.pointee.overflowed = true
        return decision.unhurried
      }
      extend(decision)
    }
    let node = nodes[depth]
    depth += 1
    preemptions = Int(node.preemptions)
    if node.interrupted != Self.nobody, node.interrupted != node.chosen { preemptions += 1 }
    guard node.count == 0, decision.enables(Int(node.chosen)) else {
      // Not the program that ran before: nothing can be said of the rest.
      header.pointee.overflowed = true
      return decision.unhurried
    }
    return Int(node.chosen)
  }

  private func extend(_ decision: Decision) {
    let first = decision.unhurried
    var allowed: UInt64 = 0
    for index in 0..<decision.count { allowed |= 1 << UInt64(decision.enabled[index]) }
    let interrupts = decision.currentIsEnabled && !decision.currentYields
    if interrupts, preemptions >= bound {
      allowed = 1 << UInt64(first)
      header.pointee.wasCut = true
    }
    push(allowed: allowed, first: first, interrupted: interrupts ? UInt16(first) : Self.nobody)
  }

  private func push(allowed: UInt64, first: Int, interrupted: UInt16, count: Int = 0) {
    nodes[depth] = Node(
      tried: 1 << UInt64(first), allowed: allowed, chosen: UInt16(first),
      interrupted: interrupted, preemptions: UInt32(preemptions), count: UInt16(count))
    header.pointee.length = depth + 1
  }

  package func pick(thread: Int, count: Int) -> Int {
    if depth >= header.pointee.length {
      guard depth < capacity, count <= Self.width else {
        header.pointee.overflowed = true
        return 0
      }
      push(
        allowed: count == Self.width ? .max : 1 << UInt64(count) - 1, first: 0,
        interrupted: Self.nobody, count: count)
    }
    guard Int(nodes[depth].count) == count else {
      header.pointee.overflowed = true
      return 0
    }
    defer { depth += 1 }
    return Int(nodes[depth].chosen)
  }

  package func endSchedule() -> Bool {
    // A schedule goes as far as the one that it differs from, or it is another program's.
    if depth < header.pointee.length { header.pointee.overflowed = true }
    header.pointee.length = min(header.pointee.length, depth)
    while header.pointee.length > 0 {
      let last = header.pointee.length - 1
      let rest = nodes[last].allowed & ~nodes[last].tried
      if rest != 0 {
        let next = rest.trailingZeroBitCount
        nodes[last].tried |= 1 << UInt64(next)
        nodes[last].chosen = UInt16(next)
        return true
      }
      header.pointee.length = last
    }
    header.pointee.finished = true
    return false
  }
}
