import Foundation
import Grading
import Testing

/// Whole runs, one at a time: they share a cache and measure time.
@Suite(.serialized)
struct GradingWithTheToolTests {
  /// What a miniature must get: the outcome, and criteria by their verdicts.
  static let miniatures: [(name: String, outcome: String, verdicts: [String: String])] = [
    ("passes", "passed", ["works": "passed", "no-overdraft": "passed"]),
    ("does-not-build", "buildFailed", [:]),
    ("misfit-no-type", "buildFailed", [:]),
    ("forbidden-process", "refused", [:]),
    ("overdraws", "failed", ["no-overdraft": "failed"]),
    ("races", "failed", ["race-free": "failed"]),
    ("deadlocks", "failed", ["live": "failed"]),
    ("never-ends", "failed", [:]),
    ("crashes", "failed", [:]),
    ("floods-output", "failed", [:]),
    ("exits-early", "refused", [:]),
    ("eats-memory", "failed", [:]),
  ]

  @Test func `each miniature gets its outcome, and none stops the rest`() throws {
    let tool = try ToolUnderTest()
    let files = Self.miniatures.map { "\(ToolUnderTest.miniatures)/\($0.name).swift" }
    let result = try tool.run(
      ["grade", "withdraw"] + files + ["--format", "json", "--jobs", "2"])
    #expect(result.code == 0)
    let report = try Report(result.output)
    #expect(report.schema == "randori-report/1")
    try #require(report.submissions.count == Self.miniatures.count)
    for (submission, expected) in zip(report.submissions, Self.miniatures) {
      #expect(submission.outcome == expected.outcome, "\(expected.name)")
      #expect(!submission.graderFault, "\(expected.name)")
      for (id, verdict) in expected.verdicts {
        #expect(submission.verdict(id) == verdict, "\(expected.name): \(id)")
      }
      switch submission.outcome {
      case "passed": #expect(submission.score >= 80, "\(expected.name)")
      case "failed": #expect(submission.score < 100, "\(expected.name)")
      default: #expect(submission.score == 0, "\(expected.name)")
      }
    }
    #expect(tool.leftovers.isEmpty)
  }

  @Test func `a class of twenty gives twenty results, whatever is in it`() throws {
    let tool = try ToolUnderTest()
    let kinds = ["does-not-build", "empty", "not-utf8", "forbidden-dlsym", "misfit-struct"]
    for index in 0..<17 {
      let kind = index == 0 ? "passes" : kinds[index % kinds.count]
      let number = index < 10 ? "0\(index)" : "\(index)"
      try tool.copy(kind, to: "class/candidate \(number)/withdraw.swift")
    }
    try tool.copy("passes", to: "class/several/withdraw/Account.swift")
    try tool.write("struct Note {}", to: "class/several/withdraw/Note.swift")
    try tool.write("text", to: "class/sly/withdraw.swift/no-file")
    let link = tool.folder.path("work/class/linked")
    try FileManager.default.createDirectory(atPath: link, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: link + "/withdraw.swift", withDestinationPath: "/etc/passwd")
    let result = try tool(
      "grade", "class", "--format", "json", "--output", "report.json", "--budget", "1")
    #expect(result.code == 0)
    #expect(result.output.isEmpty)
    let report = try Report(tool.text("work/report.json"))
    #expect(report.submissions.count == 20)
    #expect(Set(report.submissions.compactMap(\.candidate)).count == 20)
    #expect(report.submissions.allSatisfy { !$0.graderFault })
    let several = report.submissions.first { $0.candidate == "several" }
    #expect(several?.criteria.isEmpty == false)
    let linked = report.submissions.first { $0.candidate == "linked" }
    #expect(linked?.outcome == "refused")
    #expect(tool.leftovers.isEmpty)
  }

  @Test func `two runs with one seed agree, and the token replays what broke`() throws {
    let tool = try ToolUnderTest()
    try tool.copy("overdraws", to: "a.swift")
    try tool.copy("passes", to: "b.swift")
    let words = ["grade", "withdraw", "a.swift", "--format", "json", "--seed", "7"]
    let first = try tool.run(words)
    let second = try tool.run(words)
    let exhausted = try Report(first.output).exhausted.intersection(Report(second.output).exhausted)
    #expect(!exhausted.isEmpty)
    let left = try Report.withoutMeasurements(first.output, keeping: exhausted)
    #expect(left.count > 0)
    #expect(left == (try Report.withoutMeasurements(second.output, keeping: exhausted)))
    let criteria = try Report(first.output).submissions.flatMap(\.criteria)
    let token = try #require(criteria.compactMap(\.failure?.token).first)
    let replay = try tool("replay", token, "a.swift")
    #expect(replay.code == 0)
    #expect(replay.output.contains("Reproduced"))
    let other = try tool("replay", token, "b.swift")
    #expect(other.code == 1)
    #expect(other.output.contains("other code"))
    #expect(tool.leftovers.isEmpty)
  }

  @Test func `a gate says yes, no, or that the file is missing`() throws {
    let tool = try ToolUnderTest()
    try tool.copy("passes", to: "a.swift")
    try tool.copy("does-not-build", to: "b.swift")
    let gate = ["gate", "withdraw", "--quiet", "--min-score"]
    #expect(try tool.run(gate + ["80", "a.swift"]).code == 0)
    #expect(try tool.run(gate + ["10", "b.swift"]).code == 1)
    #expect(try tool.run(gate + ["0", "b.swift", "missing.swift"]).code == 2)
  }

  @Test func `a bonus does not lift what failed over a gate`() throws {
    let tool = try ToolUnderTest()
    let answer = try Home.locate().answers + "/withdraw/Flawed/unlocked-getter.swift"
    let result = try tool("gate", "withdraw", answer, "--min-score", "80", "--quiet")
    #expect(result.output.contains("Failed, 80 of 100"))
    #expect(result.code == 1)
    #expect(result.errors.contains("60 points count, 80 are asked for"))
  }

  @Test func `a gate for a class fails if somebody's work was passed over`() throws {
    let tool = try ToolUnderTest()
    try tool.copy("passes", to: "class/ann/withdraw.swift")
    #expect(try tool("gate", "class").code == 0)
    try tool.write("text", to: "class/ben/notes.txt")
    let result = try tool("gate", "class")
    #expect(result.code == 1)
    #expect(result.errors.contains("class/ben holds nothing that is named like a kata"))
  }

  @Test func `results follow a link, keep a file's mode, and go through a pipe`() throws {
    let tool = try ToolUnderTest()
    let work = tool.folder.path("work")
    try tool.copy("does-not-build", to: "a.swift")
    try tool.write("before", to: "real.txt")
    chmod(work + "/real.txt", 0o600)
    try FileManager.default.createSymbolicLink(
      atPath: work + "/link.txt", withDestinationPath: work + "/real.txt")
    #expect(try tool("grade", "withdraw", "a.swift", "--output", "link.txt").code == 0)
    #expect(tool.text("work/real.txt").contains("Did not build"))
    let attributes = try FileManager.default.attributesOfItem(atPath: work + "/real.txt")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: work + "/link.txt")) != nil)

    #expect(mkfifo(work + "/pipe", 0o600) == 0)
    let reader = Process()
    reader.executableURL = URL(fileURLWithPath: "/bin/cat")
    reader.arguments = [work + "/pipe"]
    let read = Pipe()
    reader.standardOutput = read
    try reader.run()
    #expect(try tool("grade", "withdraw", "a.swift", "--output", "pipe").code == 0)
    let text = try read.fileHandleForReading.readToEnd() ?? Data()
    #expect(String(decoding: text, as: UTF8.self).contains("Did not build"))
  }

  @Test func `results that find no room are printed`() throws {
    let tool = try ToolUnderTest()
    try tool.copy("does-not-build", to: "a.swift")
    let link = tool.folder.path("work/full")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/full")
    let result = try tool("grade", "withdraw", "a.swift", "--output", "full", "--quiet")
    #expect(result.code == 3)
    #expect(result.output.contains("Did not build"))
    #expect(result.errors.contains("full: the results could not be written (No space left"))
  }

  @Test func `what a killed run left is cleared away, and what may be in use is not`() throws {
    let tool = try ToolUnderTest()
    try tool.copy("does-not-build", to: "a.swift")
    let minuteAgo = Date(timeIntervalSinceNow: -60)
    let left = try tool.leaveScratch("left", changed: minuteAgo)
    let used = try tool.leaveScratch("used", changed: minuteAgo)
    let young = try tool.leaveScratch("young", changed: Date())
    defer { for path in [used, young] { try? FileManager.default.removeItem(atPath: path) } }
    let lock = open(used, O_RDONLY | O_CLOEXEC)
    defer { close(lock) }
    #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
    #expect(try tool("list").code == 0)
    #expect(try tool("grade", "withdraw", "a.swift").code == 0)
    #expect(!FileManager.default.fileExists(atPath: left))
    #expect(FileManager.default.fileExists(atPath: used))
  }

  @Test func `verifying tells right labels from wrong ones`() throws {
    let tool = try ToolUnderTest()
    for name in ["right", "unlabelled"] {
      try tool.copy("passes", to: "answers/withdraw/\(name).swift")
    }
    try tool.copy("does-not-build", to: "answers/withdraw/Flawed/broken.swift")
    try tool.write(
      """
      {"kata": "withdraw",
       "answers": {
         "right": {"outcome": "passed", "passes": ["works"], "fails": []},
         "Flawed/broken": {"outcome": "failed", "passes": [], "fails": ["works"]},
         "gone": {"outcome": "passed", "passes": [], "fails": []}},
       "starter": {"outcome": "failed", "passes": ["works"], "fails": ["race-free"]}}
      """, to: "answers/withdraw/verdicts.json")
    let result = try tool("verify", "withdraw", "--answers", "answers")
    #expect(result.code == 1)
    #expect(result.output.contains("failed  withdraw/unlabelled"))
    #expect(result.output.contains("failed  withdraw/gone"))
    #expect(result.output.contains("failed  withdraw/Flawed/broken"))
    #expect(!result.output.contains("withdraw/right"))
    #expect(result.output.hasSuffix("2 passed, 3 failed, 0 skipped\n"))
    #expect(tool.leftovers.isEmpty)
  }

  @Test func `watching runs again when the file is saved, and a pass is remembered`() throws {
    let tool = try ToolUnderTest()
    try tool.copy("does-not-build", to: "a.swift")
    let process = try tool.start(["run", "withdraw", "a.swift", "--watch"], id: "watch")
    defer { process.terminate() }
    func rounds() -> Int { tool.text("errors-watch").split(separator: "waiting for").count - 1 }
    func wait(for count: Int) -> Bool {
      let end = Date(timeIntervalSinceNow: 240)
      while rounds() < count, process.isRunning, Date() < end { usleep(50_000) }
      return rounds() >= count
    }
    #expect(wait(for: 1))
    #expect(tool.text("output-watch").contains("Did not build"))
    try tool.copy("passes", to: "a.swift")
    #expect(wait(for: 2))
    #expect(tool.text("output-watch").contains("Passed"))
    #expect(try tool("list").output.contains("[x] withdraw"))
  }
}
