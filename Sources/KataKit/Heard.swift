/// What came in from outside, such as what callbacks said, in the order in which it came.
///
/// Unlike ``Seen``, recording here is something that an order matters to: the scheduler tries which of
/// two recordings comes first, and the timeline shows each. Still it orders nothing for the
/// subject: nobody waits, and no race is hidden by it.
public final class Heard<Value: Sendable>: Sendable {
  private let name: String
  private let log = UnseenLog<Value>()

  /// An empty record.
  ///
  /// - Parameter name: What the timeline calls whoever hears: "observer 1".
  public init(_ name: String) {
    self.name = name
  }

  /// Adds what was heard. Any thread.
  public func record(_ value: Value) {
    Run.current.crew.observe(self)
    log.append(value)
    remark("\(name) hears \(value)")
  }

  /// All that was recorded so far, the earliest first.
  public var values: [Value] { log.snapshot() }
}
