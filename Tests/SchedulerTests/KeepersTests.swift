import Foundation
import Records
import Testing

@testable import Reporting

/// Who is said to keep an object alive, by the scenarios in `Tests/Fixtures/keepers`.
@Suite(.serialized) struct KeepersTests {
  private static let program = Result { try FixtureProgram("keepers") }

  /// What the program prints of one scenario.
  private struct Line: Decodable {
    let findings: [Finding]
    let notes: [String]
    let checks: Int
    let notChecked: String?
  }

  private func explore(_ scenario: String) throws -> Line {
    let line = try JSONDecoder().decode(
      Line.self, from: Data(Self.program.get().run(scenario).utf8))
    #expect(line.notChecked == nil)
    return line
  }

  /// What a reader sees of the places of the one finding that there must be: words, and the line.
  private func places(_ scenario: String) throws -> [String] {
    let findings = try Self.program.get().lookingUp(explore(scenario).findings)
    try #require(findings.count == 1, "\(findings.map(\.message))")
    #expect(findings[0].kind == .leak)
    return findings[0].places.compactMap { place in
      let words = Wording.place(place)
      guard !words.isEmpty else { return nil }
      return place.file == "Subjects.swift" ? "\(words) at \(place.line ?? 0)" : words
    }
  }

  /// The line of a subject's function that is marked, or that holds a text.
  private func line(_ function: String, _ mark: String = "// made") throws -> Int {
    let text = try String(
      contentsOfFile: Self.program.get().folder + "/Subjects.swift", encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.contains("func \(function)(") })
    return try #require(lines[start...].firstIndex { $0.contains(mark) }) + 1
  }

  @Test(arguments: [
    (
      "pending block", "pendingBlock",
      "held until the block runs at 100 s: closure → Screen; asked for"
    ),
    (
      "pending work item", "pendingWorkItem",
      "held until the block runs at 100 s: closure → Screen; asked for"
    ),
    (
      "run-loop timer", "runLoopTimer",
      "the run loop keeps a timer that is still valid: Timer → closure → Screen; the timer was made"
    ),
    (
      "suspended queue", "suspendedQueue",
      "work on a queue that has not run: closure → Screen; handed over"
    ),
  ])
  func `what is due is told from a cycle, with the line that asked for it`(
    scenario: String, function: String, words: String
  ) throws {
    #expect(try places(scenario) == ["\(words) at \(line(function))"])
  }

  @Test(arguments: [
    (
      "run-loop timer in a cycle", "runLoopTimerInACycle",
      "Screen.timer → Timer → closure → Screen",
      "the run loop keeps a timer that is still valid: Timer → closure → Screen; the timer was made"
    ),
    (
      "dispatch timer", "dispatchTimer", "Screen.source → DispatchSource → closure → Screen",
      "a dispatch timer that still ticks: DispatchSource → closure → Screen; made"
    ),
  ])
  func `a cycle that something outside holds as well is both`(
    scenario: String, function: String, cycle: String, words: String
  ) throws {
    #expect(try places(scenario) == [cycle, "\(words) at \(line(function))"])
  }

  @Test(arguments: [
    (
      "sleeping task", "sleepingTask", "Task.sleep", String?.none,
      "a task that sleeps until 60 s: Task → closure → Screen"
    ),
    (
      "sleeping task in a cycle", "sleepingTaskInACycle", "Task.sleep",
      "Screen.loop → Task → closure → Screen",
      "a task that sleeps until 60 s: Task → closure → Screen"
    ),
    (
      "unfinished continuation", "unfinishedContinuation", "withCheckedContinuation",
      "Screen.continuation → Task → Screen", "a task that has not ended: Task → Screen"
    ),
    (
      "endless stream", "endlessStream", "for await", nil,
      "a task that has not ended: Task → closure → Screen"
    ),
    (
      "endless foreign stream", "endlessForeignStream", "for await", nil,
      "a task that has not ended: Task → closure → Screen"
    ),
  ])
  func `a task has the line that made it, and the one where it waits`(
    scenario: String, function: String, waiting: String, cycle: String?, words: String
  ) throws {
    let made = try line(function)
    let waits = try line(function, waiting)
    let expected = ["\(words); the task was made at \(made)", "the task waits at \(waits)"]
    #expect(try places(scenario) == (cycle.map { [$0] } ?? []) + expected)
  }

  @Test(arguments: [
    ("stored closure", "Screen.onClose → closure → Screen"),
    ("stored closure of several", "Screen.onClose → closure → Screen"),
    ("child", "Screen.children → array → Child.parent → Screen"),
    ("itself", "Screen.byName → dictionary → Screen"),
    ("idle timer in a cycle", "Screen.timer → Timer → closure → Screen"),
    ("global", "the global variable `shown` holds it"),
    (
      "global dictionary",
      "the global variable `Registry.screens` holds it: dictionary → array → Screen"
    ),
  ])
  func `a cycle is told field by field, a global variable by its name`(
    scenario: String, words: String
  ) throws {
    #expect(try places(scenario) == [words])
  }

  @Test func `a thread that waits has the line where it does`() throws {
    let waits = try line("waitingThread", "semaphore.wait")
    #expect(
      try places("waiting thread") == [
        "a thread that has not ended has it on its stack: closure → Screen; "
          + "the thread waits at \(waits)"
      ])
  }

  @Test(arguments: [
    ("lost reference", ""), ("lost reference among false holders", ""),
    ("lost reference beside invalid timer", ""),
    ("operation queue", ": BlockOperation → closure → Screen"),
    ("observer", ": dictionary → closure → Screen"),
  ])
  func `what is not known is said not to be, and no address is taken for a reference`(
    scenario: String, path: String
  ) throws {
    #expect(try places(scenario) == ["something that could not be named holds it\(path)"])
  }

  @Test(arguments: [
    ("invalid timer", ["invalid-timer"]), ("idle timer", ["invalid-timer"]), ("nobody", []),
  ])
  func `what only Foundation keeps is a note, and what nobody keeps is gone`(
    scenario: String, notes: [String]
  ) throws {
    let line = try explore(scenario)
    #expect(line.findings.isEmpty)
    #expect(line.checks == 1)
    #expect(line.notes == notes)
  }

  @Test func `all that is due is named, with its line`() throws {
    let expected = try [
      "a dispatch timer that ticks next at 60 s; made at \(line("dispatchTimer"))",
      "a task that sleeps until 60 s; made at \(line("sleepingTask"))",
      "a block that runs at 100 s; asked for at \(line("pendingBlock"))",
      "a run-loop timer that is still valid; made at \(line("runLoopTimer"))",
    ]
    #expect(try places("everything that is due") == expected)
  }

  @Test(arguments: ["early timer", "early timer with a task"])
  func `a tick that comes too early on Linux alone is not charged`(scenario: String) throws {
    let line = try explore(scenario)
    #expect(line.findings.isEmpty)
    #expect(line.checks == 1)
    #expect(line.notes == ["early-timer"])
  }

  @Test(arguments: ["timer that is due now", "called at once"])
  func `a tick that comes too early on any system is charged`(scenario: String) throws {
    let messages = try explore(scenario).findings.map(\.message)
    #expect(messages == ["ticks came at 0 s, 5 s, 10 s, 15 s, expected 5 s, 10 s, 15 s"])
  }
}
