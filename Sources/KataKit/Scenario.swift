/// One situation that a submission is put into.
///
/// The body runs once a schedule or round, from a fresh subject. It asks the kit for everything
/// that could differ between runs: who drives the clients, values, time.
public struct Scenario: Sendable {
  /// What happens, in the catalogue's words; unique within the kata.
  public let title: String
  /// The arenas that it makes sense in.
  package let arenas: Set<String>
  package let body: @Sendable () async -> Void
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
///   - exploredOnly: True if only the controlled scheduler can bring the situation about.
///   - body: Makes the subject, lets clients loose on it, says what to expect.
public func scenario(
  _ title: String, exploredOnly: Bool = false, _ body: @escaping @Sendable () async -> Void
) -> Scenario {
  Scenario(
    title: title, arenas: exploredOnly ? ["explore"] : ["explore", "stress", "sanitize"],
    body: body)
}
