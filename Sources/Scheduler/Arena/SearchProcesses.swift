internal import CScheduler

/// Gives each search a process of its own, forked from one that has run none. What happens once a process
/// (a lazy global, a type's metadata) then happens in each: the steps of a schedule do not depend on which
/// searches ran before, nor on how many processes share them.
///
/// Use from the main thread alone.
struct SearchProcesses: @unchecked Sendable {
  // Safe: one search runs at a time, and this process waits for its end.

  /// What a search's process tells the one that waits for it.
  private struct Report {
    var isOver = false
    var haveMetEndlessCode = false
  }

  private let report: UnsafeMutablePointer<Report>

  init() {
    guard let memory = rs_map_shared(MemoryLayout<Report>.stride) else {
      fatalError("no memory to share with children")
    }
    report = memory.bindMemory(to: Report.self, capacity: 1)
    report.initialize(to: Report())
  }

  /// Whether some search met a thread that computes without end.
  var haveMetEndlessCode: Bool {
    get { report.pointee.haveMetEndlessCode }
    nonmutating set { report.pointee.haveMetEndlessCode = newValue }
  }

  /// Does the work in a process of its own, and comes back when it is done. If that process ends before,
  /// this one ends in the same way, as if it had done the work itself.
  func run(_ work: () -> Void) {
    report.pointee.isOver = false
    let child = rs_fork()
    if child == 0 {
      work()
      report.pointee.isOver = true
      rs_exit(0)
    }
    // Without a process for it, the search says so itself: it needs more.
    guard child > 0 else { return work() }
    let status = rs_wait_end(child)
    if !report.pointee.isOver { rs_end_alike(status) }
  }
}
