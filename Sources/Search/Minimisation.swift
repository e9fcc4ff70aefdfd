/// The way to the simplest schedule of a failure that was found: the one with the fewest preemptions, and
/// among those the one with the fewest steps.
///
/// It says which search to run next; whoever runs the searches says which failing schedules they met. A
/// search with a bound on preemptions that comes to its end has met every schedule within the bound, so
/// that the first bound with a failing one is the least, and the shortest one it met is the shortest
/// there is. A search that is cut off leaves the simplest that was met.
package struct Minimisation {
  /// How hard a schedule is to follow.
  package struct Size: Comparable, Sendable {
    package var preemptions: Int
    package var steps: Int

    package init(preemptions: Int, steps: Int) {
      self.preemptions = preemptions
      self.steps = steps
    }

    package static func < (left: Size, right: Size) -> Bool {
      (left.preemptions, left.steps) < (right.preemptions, right.steps)
    }
  }

  /// Of the simplest failing schedule so far.
  package private(set) var best: Size
  private let highestBound: Int
  /// Of the next search; nil before the first.
  private var bound: Int?

  /// - Parameters:
  ///   - size: Of the failing schedule that is known.
  ///   - highestBound: More preemptions are not searched through: that could take for ever.
  package init(from size: Size, highestBound: Int) {
    best = size
    self.highestBound = highestBound
  }

  /// The next search to run; nil when there is none left.
  ///
  /// - Parameter memory: For that search, until the next one.
  package mutating func nextSearch(memory: SearchMemory) -> (any Strategy)? {
    guard let bound else {
      // The first failing schedules found may take turns at every step; an interruption alone often does,
      // and then few bounds are left to search.
      self.bound = 0
      return Opening()
    }
    guard bound <= min(best.preemptions, highestBound) else { return nil }
    self.bound = bound + 1
    return BoundedSearch(bound: bound, memory: memory)
  }

  /// A search met a schedule that fails in the same way. Returns whether it is the simplest so far.
  package mutating func meets(_ size: Size) -> Bool {
    guard size < best else { return false }
    best = size
    return true
  }
}
