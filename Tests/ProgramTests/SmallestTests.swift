import Foundation
import Testing

@testable import Grading

/// The schedule that is shown for a failure is the easiest to follow of all that lead there.
@Suite struct SmallestTests {
  /// Locks, conditions, atomics, queues and tasks; small enough for every order there is to be run.
  private static let names = [
    "if-instead-of-while", "message-order", "nslock-try", "barrier-and-readers",
    "actor-re-entrancy",
  ]

  @Test func `no schedule has fewer preemptions, and none with as many has fewer steps`() throws {
    let runner = ProgramRunner(build: try TestPrograms())
    let lines = try runner.run(.explored, ["--smallest"] + Self.names).lines
    #expect(Set(lines.map(\.name)) == Set(Self.names))
    for line in lines {
      #expect(line.isExhausted, "\(line.name): \(line.runs) schedules are not all")
      #expect(line.smallest.count > 1, "\(line.name)")
      #expect(line.shown == line.smallest, "\(line.name)")
    }
  }
}
