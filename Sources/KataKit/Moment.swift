import Dispatch

/// The first time that something happens, for others to wait for: a tick begins.
public final class Moment: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let isOver = Seen<Void>()

  public init() {}

  /// It happens now. Only the first time counts.
  public func begin() {
    guard isOver.values.isEmpty else { return }
    isOver.record(())
    Run.current.crew.unseen { semaphore.signal() }
  }

  /// Holds up a client until it happens, or so much time has passed.
  public func wait(upTo limit: Duration) {
    let nanoseconds = limit / .nanoseconds(1)
    _ = semaphore.wait(timeout: .now() + .nanoseconds(Int(nanoseconds)))
  }
}

/// Lets other threads run here, in the middle of a call from the subject.
public func interlude() {
  Run.current.crew.interlude()
}

/// What a callback does besides being recorded: something that only the scenario can set, once it has
/// the subject.
public final class Handover: @unchecked Sendable {
  // Safe: the scenario sets it while nothing ticks.
  private var work: Client?

  public init() {}

  /// Sets what is to be done, or that it is nothing.
  public func set(_ work: Client?) {
    self.work = work
  }

  /// Does it on the caller's thread, as far as it goes without waiting for others.
  public func call() {
    guard let work else { return }
    Task.immediate { await work() }
  }
}
