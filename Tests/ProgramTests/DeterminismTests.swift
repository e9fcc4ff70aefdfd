import Foundation
import Testing

@testable import Grading

/// Nothing in a schedule depends on an address, or on how the scheduler switches threads.
@Suite struct DeterminismTests {
  private static let setarch = "/usr/bin/setarch"
  /// One of each: lock, race, deadlock, queue, actor, tasks, time.
  private static let names = [
    "nslock-counter", "unlocked-counter", "lost-wake-up", "serial-async-excludes",
    "actor-re-entrancy", "task-group-order", "timer-late",
  ]

  private let build: TestPrograms

  init() throws { build = try TestPrograms() }

  /// Explores with every outcome traced. Not in the box, which may forbid `personality(2)`.
  private func explore(
    through wrapper: [String] = [], environment: [String: String] = [:]
  ) throws -> [ProgramLine] {
    let words = wrapper + [build.executable(.explored), "--trace"] + Self.names
    let process = Process()
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.environment = [
      "LD_LIBRARY_PATH": build.toolchain.libraries, "SWIFT_BACKTRACE": "enable=no",
      "SWIFT_DETERMINISTIC_HASHING": "1",
    ].merging(environment) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    var lines = try ProgramLine.read(String(decoding: output, as: UTF8.self))
    for index in lines.indices { lines[index].milliseconds = 0 }
    try #require(lines.count == Self.names.count)
    return lines
  }

  @Test func `two runs give the same traces`() throws {
    let lines = try explore()
    #expect(
      lines.allSatisfy { !$0.findings.isEmpty && $0.findings.allSatisfy { !$0.trace.isEmpty } })
    #expect(try explore() == lines)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: setarch)))
  func `with and without random addresses the traces are the same`() throws {
    #expect(try explore(through: [Self.setarch, "-R"]) == explore())
  }

  @Test func `handed over by futex, threads take the same schedules to the same outcomes`() throws {
    let switched = try explore()
    let handed = try explore(environment: ["RANDORI_HANDOVER": "1"])
    for (first, second) in zip(switched, handed) {
      #expect(first.seen == second.seen, "\(first.name)")
      #expect(first.runs == second.runs, "\(first.name)")
      #expect(first.redundant == second.redundant, "\(first.name)")
      #expect(first.isExhausted == second.isExhausted, "\(first.name)")
      #expect(first.findings.map(\.message) == second.findings.map(\.message), "\(first.name)")
      #expect(first.findings.map(\.schedule) == second.findings.map(\.schedule), "\(first.name)")
    }
  }
}
