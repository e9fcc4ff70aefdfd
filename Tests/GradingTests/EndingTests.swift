import Records
import Testing

@testable import Grading

private func run(
  _ messages: [Message], _ end: ArenaRun.End, arena: ArenaKind = .stress
) -> ArenaRun {
  ArenaRun(
    arena: arena, end: end, messages: messages, output: "", box: "", milliseconds: 0)
}

private func ending(
  _ end: ArenaRun.End, _ messages: [Message]? = nil, stderr: String = "",
  arena: ArenaKind = .stress
) -> Finding? {
  let messages =
    messages ?? [
      .hello(scenarios: ["two at once"]), .began(scenario: "two at once", driver: .tasks),
    ]
  return Ending(
    end: end, run: run(messages, end, arena: arena), stderr: stderr, sourceNames: ["Account.swift"]
  ).finding
}

@Suite struct EndingTests {
  @Test(
    arguments: [
      (.exited(code: 0), .crash, "the program exited by itself (code 0) during 'two at once'"),
      (.signalled(number: 4), .crash, "SIGILL"),
      (.signalled(number: 11), .crash, "SIGSEGV"),
      (.wallLimit(milliseconds: 2500), .timeout, "still running after 2.5 s"),
      (.cpuLimit(milliseconds: 3000), .timeout, "after 3 s of processor time"),
      (.memoryLimit(mebibytes: 512), .crash, "more than 512 MiB of memory"),
      (.outputLimit(kibibytes: 256), .crash, "printed more than 256 KiB"),
      (.processLimit(count: 90), .crash, "more than 90 threads"),
    ] as [(ArenaRun.End, Finding.Kind, String)])
  func `an early end is a finding about what ran`(
    end: ArenaRun.End, kind: Finding.Kind, words: String
  ) throws {
    let finding = try #require(ending(end))
    #expect(finding.kind == kind)
    #expect(finding.scenario == "two at once")
    #expect(finding.driver == .tasks)
    #expect(finding.message.contains(words))
    #expect(finding.message.contains("'two at once'"))
  }

  @Test func `a search that had to be stopped says nothing of the submission`() {
    #expect(ending(.wallLimit(milliseconds: 2500), arena: .explore) == nil)
    #expect(ending(.cpuLimit(milliseconds: 3000), arena: .explore) == nil)
    #expect(ending(.memoryLimit(mebibytes: 512), arena: .explore) != nil)
  }

  @Test func `what Swift says last is part of it, with the candidate's line`() throws {
    let finding = try #require(
      ending(
        .signalled(number: 4),
        stderr: "hello\nSubmission/Account.swift:12: Fatal error: no money\u{1b}[31m\n"))
    #expect(finding.message.hasSuffix("it said: Fatal error: no money[31m"))
    #expect(finding.places.map(\.file) == ["Account.swift"])
    #expect(finding.places.map(\.line) == [12])
  }

  @Test func `a line of the library is no place`() throws {
    let finding = try #require(
      ending(
        .signalled(number: 4), stderr: "Swift/Array.swift:600: Fatal error: Index out of range"))
    #expect(finding.message.contains("Index out of range"))
    #expect(finding.places.isEmpty)
  }

  @Test func `a finished run is no finding`() {
    let messages: [Message] = [
      .hello(scenarios: ["a"]), .began(scenario: "a", driver: .tasks),
      .ended(Tally(scenario: "a", driver: .tasks)), .finished(scenarios: 1),
    ]
    #expect(ending(.exited(code: 0), messages) == nil)
  }

  @Test func `finished said too early is not believed`() {
    let messages: [Message] = [
      .hello(scenarios: ["a", "b"]), .began(scenario: "a", driver: .tasks), .finished(scenarios: 2),
    ]
    #expect(ending(.exited(code: 0), messages)?.kind == .crash)
  }

  @Test func `a crash after a scenario is laid to the last that ran`() throws {
    let messages: [Message] = [
      .hello(scenarios: ["a", "b"]), .began(scenario: "a", driver: .tasks),
      .ended(Tally(scenario: "a", driver: .tasks)),
    ]
    let finding = try #require(ending(.signalled(number: 11), messages))
    #expect(finding.scenario == "a")
    #expect(finding.message.hasSuffix("after 'a'"))
  }

  @Test func `a process that told why it ends is not charged twice`() {
    let stuck = Finding(kind: .timeout, scenario: "a", driver: .tasks, message: "stuck")
    let messages: [Message] = [
      .hello(scenarios: ["a"]), .began(scenario: "a", driver: .tasks), .found(stuck),
    ]
    #expect(ending(.exited(code: 75), messages) == nil)
    #expect(ending(.signalled(number: 11), messages)?.kind == .crash)
  }

  @Test func `a broken expectation does not explain an exit`() {
    let broken = Finding(
      kind: .invariant, criterion: "x", scenario: "a", driver: .tasks, message: "")
    let messages: [Message] = [
      .hello(scenarios: ["a"]), .began(scenario: "a", driver: .tasks), .found(broken),
    ]
    #expect(ending(.exited(code: 1), messages)?.kind == .crash)
  }
}
