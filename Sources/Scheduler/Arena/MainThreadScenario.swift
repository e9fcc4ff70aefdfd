import CScheduler
import KataKit
import Records

/// A scenario whose body runs on the main actor, which the main thread serves.
enum MainThreadScenario {
  /// Runs the body once, from start to end.
  static func run(_ body: @escaping @MainActor @Sendable () async -> Void) {
    let end = End()
    Task { @MainActor in
      rs_task_rename("scenario")
      await body()
      end.isReached = true
    }
    Clients.serve { end.isReached }
  }

  private final class End: @unchecked Sendable {
    // Safe: one thread runs at a time, and none is interrupted here.
    var isReached = false
  }
}

/// Virtual time, as a scenario's body lets it pass.
enum ExploredTime {
  /// Suspends the caller until time has passed. A thread of its own drives the clock, so that the
  /// caller's thread is free for whatever falls due.
  static func advance(by duration: Duration) async {
    await whileSuspended { VirtualTime.advance(by: duration) }
  }

  static func settle() async {
    await whileSuspended { VirtualTime.settle() }
  }

  /// Lets everything come to its end that takes less than this.
  private static let patience = Duration.seconds(10)

  /// Comes back when nobody has anything left to do. Off the main thread nobody is held up by a
  /// caller that just stays where it is.
  static func rest() async {
    if rs_thread_current() == 0 {
      await advance(by: patience)
    } else {
      VirtualTime.advance(by: patience)
    }
  }

  /// Suspends the caller while `work` runs on a thread of its own.
  static func whileSuspended(_ work: @escaping () -> Void) async {
    await withUnsafeContinuation { continuation in
      Clients.help("time") {
        work()
        continuation.resume()
      }
    }
  }
}

extension Crew where Self: ExploredCrew {
  func advance(by duration: Duration) async { await ExploredTime.advance(by: duration) }
  func settle() async { await ExploredTime.settle() }
  func rest(until isDone: @Sendable () async -> Bool) async { await ExploredTime.rest() }
  func observe(_ observer: AnyObject) {
    rs_observe(Unmanaged.passUnretained(observer).toOpaque())
  }
  func folder(in parent: String, for name: String) -> String {
    rs_files_watch(parent, name)
    return parent + "/run"
  }
  func remark(_ text: () -> String) {
    if rs_is_tracing() { rs_mark(text()) }
  }
  func elapsed(since start: ContinuousClock.Instant) -> Duration { VirtualTime.elapsed }
  func sleep(for duration: Duration) async { VirtualTime.sleep(for: duration) }
  func watchReferences() { rs_blocks_watch() }
  func upheaval() { rs_upheaval() }
  func interlude() { rs_interlude() }
  func retention(of object: AnyObject) -> Retention {
    let address = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    let retention = RetainGraph()?.explain(address) ?? .unnamed
    if retention.isOnlyInvalidTimer { rs_remark_invalid_timer() }
    return retention
  }
  func scheduled() -> [Place] { StillScheduled.list() }
  func watchEnd(of object: AnyObject) {
    rs_watch_end(Unmanaged.passUnretained(object).toOpaque())
  }
  func unseen(_ work: () -> Void) {
    rs_hide(true)
    work()
    rs_hide(false)
  }
  func earlyTick() -> Int? {
    let number = rs_early_tick()
    guard number > 0 else { return nil }
    rs_remark_early_timer()
    return Int(number)
  }
}

/// A crew under the controlled scheduler, where time is virtual.
protocol ExploredCrew: Crew {}
