import Records
import Testing

@testable import Grading

private let race = """
  ==================
  WARNING: ThreadSanitizer: data race (pid=13265)
    Read of size 8 at 0x720800000030 by thread T3 (mutexes: write M0):
      #0 <null> <null> (sanitize+0xfdf92) (BuildId: 223b)
      #1 <null> <null> (libdispatch.so+0x22820) (BuildId: cb8d)

    Previous write of size 8 at 0x720800000030 by main thread:
      #0 <null> <null> (sanitize+0xfe030) (BuildId: 223b)
      #1 <null> <null> (sanitize+0xfce9e) (BuildId: 223b)

    Location is heap block of size 32 at 0x720800000020 allocated by main thread:
      #0 <null> <null> (sanitize+0x7a350) (BuildId: 223b)

    Thread T3 'oot.default-qos' (tid=13269, running) created by thread T2 at:
      #0 <null> <null> (sanitize+0x7bf3a) (BuildId: 223b)

  SUMMARY: ThreadSanitizer: data race (/x/sanitize+0xfdf92) (BuildId: 223b)
  ==================
  """

@Suite struct SanitizerReportTests {
  @Test func `a race has two places, and each the program's own addresses`() {
    let report = SanitizerReport(race, executable: "sanitize")
    #expect(
      report.warnings == [
        SanitizerReport.Warning(
          kind: "data race",
          places: [
            Place(what: "read of size 8", thread: "thread T3", addresses: [0xfdf93]),
            Place(what: "write of size 8", thread: "main thread", addresses: [0xfe031, 0xfce9f]),
          ])
      ])
    #expect(report.warnings[0].isRace)
  }

  @Test func `a Swift access race is a race`() {
    let report = SanitizerReport(
      """
      WARNING: ThreadSanitizer: Swift access race (pid=1)
        Modifying access of Swift variable at 0x72 by thread T4:
          #0 $s1m (explore+0x10) (BuildId: 22)
      """, executable: "explore")
    #expect(report.warnings.map(\.isRace) == [true])
    #expect(report.warnings[0].places.map(\.what) == ["modifying access of swift variable"])
    #expect(report.warnings[0].places[0].addresses == [0x11])
  }

  @Test func `a report that breaks off anywhere is read as far as it goes`() {
    for length in 0...race.count {
      let report = SanitizerReport(String(race.prefix(length)), executable: "sanitize")
      #expect(report.warnings.count <= 1)
      #expect(report.warnings.allSatisfy { $0.places.count <= 2 })
    }
  }

  @Test func `other warnings are told from races`() {
    let report = SanitizerReport(
      "WARNING: ThreadSanitizer: unlock of an unlocked mutex (or by a wrong thread) (pid=1)\n",
      executable: "x")
    #expect(report.warnings.map(\.kind) == ["unlock of an unlocked mutex (or by a wrong thread)"])
    #expect(report.warnings.map(\.isRace) == [false])
  }

  @Test func `suppressed reports are counted`() {
    let text = "ThreadSanitizer: Matched 3 suppressions (pid=1):\n3 race:*\n"
    #expect(SanitizerReport(text, executable: "x").suppressed == 3)
    #expect(SanitizerReport(race, executable: "x").suppressed == 0)
  }

  @Test func `ordinary output is no report`() {
    #expect(
      SanitizerReport("  Read of nothing\n    #0 (x+0x1)\n", executable: "x").warnings.isEmpty)
  }
}
