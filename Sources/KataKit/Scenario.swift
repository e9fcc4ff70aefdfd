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

  /// The same scenario, explored with a pool of so many threads for Swift's tasks.
  ///
  /// A real system has as many as it has processors, and a task that blocks one keeps it. Without a width
  /// every task finds a thread, so that blocking the pool goes unnoticed. Queues of Dispatch are as
  /// wide as ever; on real threads nothing changes.
  public func onPool(ofWidth width: Int) -> Scenario {
    var scenario = self
    scenario.poolWidth = width
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
