import CScheduler
import Foundation

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

  /// Starts a thread of the harness's own, which nobody waits for.
  package static func help(_ name: String, _ body: @escaping () -> Void) {
    let box = Unmanaged.passRetained(Box(body))
    rs_helper_start(
      name,
      { context in
        let box = Unmanaged<Box>.fromOpaque(context!).takeRetainedValue()
        box.body()
      }, box.toOpaque())
  }

  /// Serves the main thread's queue and run loop until `isDone`. On the main thread.
  package static func serve(until isDone: @escaping () -> Bool) {
    withExtendedLifetime(Question(isDone)) { question in
      rs_main_serve(
        { Unmanaged<Question>.fromOpaque($0!).takeUnretainedValue().ask() },
        Unmanaged.passUnretained(question).toOpaque())
    }
  }

  private final class Question {
    let ask: () -> Bool
    init(_ ask: @escaping () -> Bool) { self.ask = ask }
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

  /// Holds up the running virtual thread.
  package static func sleep(for duration: Duration) {
    var time = timespec()
    time.tv_sec = Int(duration.components.seconds)
    time.tv_nsec = Int(duration.components.attoseconds / 1_000_000_000)
    nanosleep(&time, nil)
  }

  /// Lets everything run that can, without moving the clock.
  package static func settle() { rs_settle() }

  /// Time since the schedule began.
  package static var elapsed: Duration { .nanoseconds(Int64(rs_time_elapsed())) }
}
