/// Where a scenario makes sense.
public enum Setting: Sendable {
  /// Under the controlled scheduler and on real threads.
  case everywhere
  /// Only the controlled scheduler can bring the situation about.
  case exploredOnly
  /// Too many callers to try all their orders: on real threads only, as a second witness.
  case realThreadsOnly
}

/// One situation that a submission is put into.
///
/// The body runs once a schedule or round, from a fresh subject. It asks the kit for everything
/// that could differ between runs: who drives the clients, values, time.
public struct Scenario: Sendable {
  /// What happens, in the catalogue's words; unique within the kata.
  public let title: String
  /// Where it makes sense.
  package let setting: Setting
  package let body: @Sendable () async -> Void
  /// The same, if it belongs on the main thread.
  package let mainBody: (@MainActor @Sendable () async -> Void)?
  /// How many of Swift's tasks run at once; 0 for any number.
  package var poolWidth = 0
  /// How many threads each global queue has; 0 for any number.
  package var globalWidth = 0

  /// The same scenario, explored with a pool of so many threads for Swift's tasks.
  ///
  /// A real system has as many as it has processors, and a task that blocks one keeps it. Without a width
  /// every task finds a thread, so that blocking the pool goes unnoticed. Queues of Dispatch are as
  /// wide as ever, unless `onGlobalQueues(ofWidth:)` says so; on real threads nothing changes.
  public func onPool(ofWidth width: Int) -> Scenario {
    var scenario = self
    scenario.poolWidth = width
    return scenario
  }

  /// The same scenario, explored with so many threads for each global queue of Dispatch.
  ///
  /// A real system starts with one for each processor, and adds more while all are blocked: up to 64 on
  /// macOS, 255 on Linux. Work that comes then waits, and if what blocks waits for that work, it waits
  /// for ever. Without a width every item finds a thread. The width holds for what runs on global
  /// queues of one quality of service: their own items, those of concurrent queues that have no other
  /// target, and Swift's tasks. Serial queues run on threads beyond it, as on a real system. A small
  /// width shows the same fault with a few items; on real threads nothing changes.
  public func onGlobalQueues(ofWidth width: Int) -> Scenario {
    var scenario = self
    scenario.globalWidth = width
    return scenario
  }
}

/// Where a scenario's body runs, if it matters.
public enum ScenarioThread: Sendable {
  /// On the main thread, as a screen's code does. Whenever the body is suspended, the main thread
  /// serves the main queue, the main actor and the main run loop.
  case mainThread
}

/// Collects a harness's scenarios, in the order in which they run.
@resultBuilder
public enum ScenarioBuilder {
  public static func buildExpression(_ scenario: Scenario) -> [Scenario] { [scenario] }
  public static func buildBlock(_ parts: [Scenario]...) -> [Scenario] { parts.flatMap { $0 } }
}

/// Describes one situation.
///
/// - Parameters:
///   - title: What happens, such as "two withdrawals of 80 from 100".
///   - setting: Where it makes sense.
///   - body: Makes the subject, lets clients loose on it, says what to expect.
public func scenario(
  _ title: String, in setting: Setting = .everywhere, _ body: @escaping @Sendable () async -> Void
) -> Scenario {
  Scenario(title: title, setting: setting, body: body, mainBody: nil)
}

/// Describes a situation whose subject belongs on the main thread.
///
/// - Parameters:
///   - title: What happens.
///   - thread: Where the body runs.
///   - setting: Where it makes sense.
///   - body: Makes the subject, lets time pass, says what to expect.
public func scenario(
  _ title: String, on thread: ScenarioThread, in setting: Setting = .exploredOnly,
  _ body: @escaping @MainActor @Sendable () async -> Void
) -> Scenario {
  Scenario(title: title, setting: setting, body: { await body() }, mainBody: body)
}
