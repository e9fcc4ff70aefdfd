import CScheduler

/// Callers of the subject, each on a virtual thread of its own.
package enum Clients {
  private final class Box {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  /// Starts a client.
  package static func start(_ name: String, _ body: @escaping () -> Void) {
    let box = Unmanaged.passRetained(Box(body))
    _ = rs_client_start(
      name,
      { context in
        let box = Unmanaged<Box>.fromOpaque(context!).takeRetainedValue()
        box.body()
      }, box.toOpaque())
  }

  /// Waits until all have ended.
  package static func join() {
    rs_clients_join()
  }

  /// Lets all loose at once and waits for all.
  package static func run(_ bodies: [() -> Void]) {
    for (index, body) in bodies.enumerated() { start("client \(index + 1)", body) }
    join()
  }
}

/// The virtual clock.
package enum VirtualTime {
  /// Lets everything run, then moves the clock, through every deadline on the way.
  package static func advance(by duration: Duration) {
    let parts = duration.components
    rs_time_advance(
      UInt64(parts.seconds) * 1_000_000_000 + UInt64(parts.attoseconds / 1_000_000_000))
  }

  /// Lets everything run that can, without moving the clock.
  package static func settle() { rs_settle() }

  /// Time since the schedule began.
  package static var elapsed: Duration { .nanoseconds(Int64(rs_time_elapsed())) }
}
