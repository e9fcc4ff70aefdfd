import Foundation

/// What schedules of a `PriorityWalk` are worth in which nothing was found.
package struct SampleWorth: Sendable, Equatable {
  /// How many schedules the walk ran.
  package var schedules: Int
  /// The most threads, and the most steps, that a schedule had.
  package var threads: Int
  package var steps: Int

  package init(schedules: Int, threads: Int, steps: Int) {
    self.schedules = schedules
    self.threads = threads
    self.steps = steps
  }

  /// How likely it is, at least, that a walk of this depth would have met a fault of this depth: one
  /// that shows whenever so many steps come in a certain order.
  ///
  /// Each schedule meets it with at least 1/(n·k^(d−1)). Source: see `PriorityWalk`; n and k are those
  /// that were seen.
  package func chance(ofDepth depth: Int) -> Double {
    guard schedules > 0 else { return 0 }
    let each = 1 / (Double(max(1, threads)) * pow(Double(max(1, steps)), Double(depth - 1)))
    return 1 - pow(1 - each, Double(schedules))
  }
}
