import Foundation
import Testing

/// Hours of virtual time, by the scenarios in `Tests/Fixtures/virtual-time`.
@Suite(.serialized) struct VirtualTimeTests {
  private static let program = Result { try FixtureProgram("virtual-time") }

  /// What the program prints of one scenario.
  private struct Line: Decodable {
    let schedules: Int
    let exhausted: Bool
    let findings: [String]
    let checks: Int
    let virtual: Double
    let real: Double
    let notes: [String]
    let notChecked: String
  }

  private func explore(_ scenario: String) throws -> Line {
    let output = try Self.program.get().run(scenario)
    return try JSONDecoder().decode(Line.self, from: Data(output.utf8))
  }

  @Test(arguments: [
    "a debounce", "a heartbeat that is answered twice", "a backoff with jitter",
    "what hands on to the main thread", "clients on the main thread's subject",
  ])
  func `time passes in every order, and what is due has happened`(scenario: String) throws {
    let line = try explore(scenario)
    #expect(line.findings == [])
    #expect(line.notChecked == "")
    #expect(line.exhausted)
    #expect(line.checks >= line.schedules)
  }

  @Test(arguments: [("the pool", false), ("a pool of one", true), ("a pool of two", false)])
  func `a task that blocks the pool is stuck once the pool has a width`(
    pool: String, isStuck: Bool
  ) throws {
    let line = try explore("tasks that block \(pool)")
    #expect(line.findings.contains { $0.hasPrefix("deadlock") } == isStuck, "\(line.findings)")
    #expect(line.exhausted)
  }

  @Test(arguments: [
    ("items that block a global queue", false),
    ("items that block a global queue of one", true),
    ("items that block a global queue of two", false),
    ("items that block a concurrent queue over a global queue of one", true),
    ("items that block two serial queues over global queues of one", false),
    ("items that block a global queue with room elsewhere", false),
    ("indices of a concurrentPerform on a taken global queue", false),
    ("tasks behind a blocked global queue of one", true),
  ])
  func `work that blocks a global queue is stuck once the queue has a width`(
    scenario: String, isStuck: Bool
  ) throws {
    let line = try explore(scenario)
    let expected = isStuck ? ["deadlock"] : []
    #expect(
      line.findings.map { $0.prefix { $0 != ":" } }.map(String.init) == expected, "\(line.findings)"
    )
    #expect(line.exhausted)
    if isStuck {
      #expect(line.findings[0].contains("a global queue has 1 thread, all taken"))
    }
  }

  @Test func `a global queue of 64 holds 63 that block and one that lets them go`() throws {
    #expect(try explore("63 items that block a global queue of 64 by sync").findings == [])
    let stuck = try explore("64 items that block a global queue of 64 by sync").findings
    #expect(stuck.contains { $0.hasPrefix("deadlock") && $0.contains("64 threads, all taken") })
  }

  @Test func `a trap in the kit's own code is no finding`() throws {
    let line = try explore("a trap in the kit's own code")
    #expect(line.findings == [])
    #expect(line.notChecked.contains("the grader's own code stopped"), "\(line.notChecked)")
  }

  @Test func `work that never runs is remarked`() throws {
    let line = try explore("work for a suspended queue")
    #expect(line.findings == [])
    #expect(line.notes == ["lost-work"])
    #expect(try explore("a debounce").notes == [])
  }

  @Test func `a lock that Foundation makes for itself is not remarked`() throws {
    let line = try explore("encoders of two clients")
    #expect(line.findings == [])
    #expect(line.checks > 0)
    #expect(line.notes == [])
  }

  @Test func `every schedule starts with an empty folder, and files are steps`() throws {
    let line = try explore("files that two clients leave")
    #expect(line.findings == [])
    #expect(line.exhausted)
    // The two ends, and the orders between them that lead to the same.
    #expect(line.schedules > 2)
  }

  @Test(arguments: [("a timer for a day", 2.0), ("a timer source for a day", 1.0)])
  func `a timer that ticks every five seconds for a day costs no time`(
    scenario: String, days: Double
  ) throws {
    let line = try explore(scenario)
    #expect(line.findings == [])
    #expect(line.schedules == 1)
    #expect(line.virtual == days * 86_400)
    // Half a second on an idle machine. Were a single tick to sleep, it would take hours.
    #expect(line.real < 20)
  }
}
