/// Decides which schedules run. One schedule at a time: begin, any number of choices, end.
///
/// Whatever a strategy must remember between schedules it keeps in memory that it is given, so that it
/// outlives a crash of the process that ran the schedule.
package protocol Strategy: AnyObject {
  /// A schedule begins; the first has index 0.
  func beginSchedule(_ index: Int)
  /// Which of the enabled threads goes on.
  func choose(_ decision: Decision) -> Int
  /// A choice that is not one of threads, such as which waiter wakes: a number below `count`.
  func pick(thread: Int, count: Int) -> Int
  /// Nothing could go on, and something from outside happened, such as time passing: everything
  /// before it comes before everything after.
  func everythingSettled()
  /// The running thread waited for the end of `thread`.
  func joined(_ thread: Int)
  /// The step under way touched an object that it had not named.
  func touched(_ object: Int)
  /// Nobody can go on. `operations` says what the threads in `waiting` wait to do.
  func stuck(waiting: UnsafeBufferPointer<UInt16>, operations: UnsafePointer<Operation>)
  /// The schedule ended. Returns whether there is another one to run.
  func endSchedule() -> Bool
  /// Whether the schedule under way turned out to repeat one that ran before.
  var isRedundant: Bool { get }
  /// Whether all there was to find within the strategy's bound was looked at.
  var isExhausted: Bool { get }
}

extension Strategy {
  package func pick(thread: Int, count: Int) -> Int { 0 }
  package func everythingSettled() {}
  package func joined(_ thread: Int) {}
  package func touched(_ object: Int) {}
  package func stuck(
    waiting: UnsafeBufferPointer<UInt16>, operations: UnsafePointer<Operation>
  ) {}
  package var isRedundant: Bool { false }
  package var isExhausted: Bool { false }
}
