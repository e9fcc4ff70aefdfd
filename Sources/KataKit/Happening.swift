/// Something that happens, and that others ask about: has the answer come by now?
///
/// Whether one asks before it happens or after is something that an order matters to, so the scheduler
/// tries both. Still it orders nothing for the subject: nobody waits, and no race is hidden by it.
public final class Happening: Sendable {
  private let log = UnseenLog<Void>()

  /// It has not happened.
  public init() {}

  /// It happens now. Any thread.
  public func happen() {
    Run.current.crew.observe(self)
    log.append(())
  }

  /// Whether it has happened by now. Any thread.
  public var hasHappened: Bool {
    Run.current.crew.observe(self)
    return !log.snapshot().isEmpty
  }
}
