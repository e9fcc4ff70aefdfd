// What the scenarios are about: instrumented, as a submission is.
import Foundation

/// Tells how often a Foundation timer has ticked. On the main thread.
public final class TimerProbe {
  private var timer: Timer?
  public private(set) var ticks = 0

  public init() {}

  public func start(every interval: TimeInterval) {
    timer = .scheduledTimer(withTimeInterval: interval, repeats: true) { [unowned self] _ in
      ticks += 1
    }
  }

  public func stop() { timer?.invalidate() }
}

/// The same for a timer source.
public final class SourceProbe: @unchecked Sendable {
  private let queue = DispatchQueue(label: "probe")
  private let source: any DispatchSourceTimer
  private var count = 0
  public var ticks: Int { queue.sync { count } }

  public init(every interval: DispatchTimeInterval) {
    source = DispatchSource.makeTimerSource(queue: queue)
    source.schedule(deadline: .now() + interval, repeating: interval)
    source.setEventHandler { [unowned self] in count += 1 }
    source.resume()
  }

  public func stop() { source.cancel() }
}

/// Acts on the last of several calls, once nobody has called for a while.
public final class Debouncer: @unchecked Sendable {
  private let queue = DispatchQueue(label: "debouncer")
  private let quiet: DispatchTimeInterval
  private let act: @Sendable (Int) -> Void
  private var pending: DispatchWorkItem?

  public init(quiet: DispatchTimeInterval, act: @escaping @Sendable (Int) -> Void) {
    self.quiet = quiet
    self.act = act
  }

  public func call(_ value: Int) {
    queue.async { [self] in
      pending?.cancel()
      let item = DispatchWorkItem { [act] in act(value) }
      pending = item
      queue.asyncAfter(deadline: .now() + quiet, execute: item)
    }
  }
}

/// Pings, and gives up after three pings without an answer.
public actor Heartbeat {
  private var missed = 0
  private let ping: @Sendable () -> Void
  private let lost: @Sendable () -> Void

  public init(ping: @escaping @Sendable () -> Void, lost: @escaping @Sendable () -> Void) {
    self.ping = ping
    self.lost = lost
  }

  public func pong() { missed = 0 }

  public func run(every interval: Duration) async {
    while missed < 3 {
      missed += 1
      ping()
      try? await Task.sleep(for: interval)
    }
    lost()
  }
}

/// Tries again after twice the time, and a random part of it.
public func reconnect(attempts: Int, try attempt: @escaping @Sendable (Int) -> Void) async {
  var delay = 1.0
  for number in 1...attempts {
    attempt(number)
    try? await Task.sleep(for: .seconds(delay + .random(in: 0..<delay)))
    delay *= 2
  }
}

/// Hands on from a background queue to the main queue to the main actor.
@MainActor public final class Relay {
  public private(set) var notes: [String] = []
  public init() {}

  public func start() {
    DispatchQueue.global().asyncAfter(deadline: .now() + 1) {
      DispatchQueue.main.async {
        Task { @MainActor in self.notes.append(Thread.isMainThread ? "main" : "elsewhere") }
      }
    }
    RunLoop.main.perform { MainActor.assumeIsolated { self.notes.append("performed") } }
  }
}

/// Blocks the thread that waits until somebody comes.
public final class Meeting: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  public init() {}
  public func wait() { semaphore.wait() }
  public func come() { semaphore.signal() }
}

/// Encodes something: Foundation makes a lock for each encoder.
public func encode() -> Int { (try? JSONEncoder().encode(["A": 1]))?.count ?? 0 }

/// Leaves a text in a file, or in none.
public func leave(_ text: String?, at path: String) {
  if let text {
    FileManager.default.createFile(atPath: path, contents: Data(text.utf8))
  } else {
    try? FileManager.default.removeItem(atPath: path)
  }
}

private let suspended = DispatchQueue(label: "suspended")

/// Hands work to a queue that nobody resumes.
public func abandonWork() {
  suspended.suspend()
  suspended.async {}
}
