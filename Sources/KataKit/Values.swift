/// A number that comes from the run's seed, so that no answer can be tuned to it. Within one
/// seed, every schedule of a scenario gets the same numbers in the same order.
///
/// Call it in the scenario's body, not in a client.
public func seeded(_ range: ClosedRange<Int>) -> Int {
  Run.current.value(in: range)
}

/// The same for a range without its end.
public func seeded(_ range: Range<Int>) -> Int {
  Run.current.value(in: range.lowerBound...range.upperBound - 1)
}

/// What clients saw, in no particular order.
///
/// Recording adds no ordering between clients: neither the scheduler nor a sanitizer takes it for
/// a lock of the submission's.
public final class Seen<Value: Sendable>: Sendable {
  private let log = UnseenLog<Value>()

  /// An empty record.
  public init() {}

  /// Adds what a client saw. Any thread.
  public func record(_ value: Value) {
    log.append(value)
  }

  /// All that was recorded; ask when the clients are done.
  public var values: [Value] { log.snapshot() }
}
