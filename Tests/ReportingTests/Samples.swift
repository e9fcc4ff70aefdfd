import Grading
import Records
import Reporting

/// Results made by hand, for all tests here.
enum Samples {
  static let tool = ToolDescription(
    version: "1.0", swift: "Swift version 6.3.1", platform: "Linux x86_64")

  static func input(
    _ submissions: [SubmissionResult], width: Int = 80, color: Bool = false, quiet: Bool = false
  ) -> ReportInput {
    ReportInput(
      tool: tool, seed: 1, submissions: submissions,
      options: TextOptions(width: width, color: color, quiet: quiet))
  }

  static func explored(
    _ schedules: Int, exhausted: Bool = true, bound: Int? = nil, violations: Int = 0,
    seconds: Double = 0.25
  ) -> Evidence {
    Evidence(
      arena: .explore, driver: .threads, scenario: "two withdrawals of 80 from 100",
      schedules: schedules, exhausted: exhausted, bound: bound, violations: violations,
      seconds: seconds, virtualSeconds: 0.1)
  }

  static func stressed(_ rounds: Int, violations: Int = 0, seconds: Double = 0.9) -> Evidence {
    Evidence(
      arena: .stress, driver: .dispatch, scenario: "two withdrawals of 80 from 100",
      schedules: rounds, exhausted: false, violations: violations, seconds: seconds)
  }

  static let works = CriterionResult(
    id: "works", title: "one caller at a time gets the right balance", bonus: false, points: 10,
    possible: 10, verdict: .passed, evidence: [explored(98), stressed(2000)])

  static let parallelReads = CriterionResult(
    id: "parallel-reads", title: "readers do not hold up each other", bonus: true, points: 0,
    possible: 20, verdict: .notChecked,
    reason: "a call never comes back in 'a reader', so what holds afterwards cannot be told")

  /// A step in `withdraw.swift`.
  static func step(
    _ number: Int, _ thread: String, _ line: Int, _ text: String, _ detail: String? = nil,
    file: String = "withdraw.swift"
  ) -> TimelineStep {
    TimelineStep(step: number, thread: thread, file: file, line: line, text: text, detail: detail)
  }

  static let check = "guard balance >= amount else { return }"
  static let subtract = "balance -= amount"

  static let overdraft: [TimelineStep] = [
    step(4, "client 1", 12, check, "read: 100"),
    step(7, "client 2", 12, check, "read: 100"),
    step(9, "client 1", 14, subtract, "read: 100"),
    step(10, "client 1", 14, subtract, "write: 20"),
    step(13, "client 2", 14, subtract, "read: 20"),
    step(14, "client 2", 14, subtract, "write: -60"),
    TimelineStep(step: 15, thread: "", text: "the balance after both is -60, not 20"),
  ]

  static let noOverdraft = CriterionResult(
    id: "no-overdraft", title: "the balance is what some order of the withdrawals gives",
    bonus: false, points: 0, possible: 40, verdict: .failed,
    evidence: [explored(8, exhausted: false, violations: 1), stressed(2000, violations: 12)],
    failure: Failure(
      kind: .invariant, arena: .explore, scenario: "two withdrawals of 80 from 100",
      driver: .threads, message: "the balance after both is -60, not 20",
      cause: "The check and the subtraction are two steps: another withdrawal gets in between "
        + "them.",
      token: "r1.d2l0aGRyYXc", timeline: overdraft))

  static let race = Failure(
    kind: .race, arena: .explore, scenario: "two withdrawals of 80 from 100", driver: .threads,
    message: "two threads use the same variable at once, and nothing orders them: one reads, one "
      + "writes",
    cause: "Two threads reach the same memory with nothing to order them, and one of them writes.",
    places: [
      Place(
        what: "read of 8 bytes", thread: "client 2", addresses: [4096], file: "withdraw.swift",
        line: 12, function: "BankAccount.withdraw(_:)"),
      Place(
        what: "write of 8 bytes", thread: "client 1", file: "withdraw.swift", line: 14,
        function: "BankAccount.withdraw(_:)"),
    ],
    token: String(repeating: "r1.d2l0aGRyYXcf", count: 6), timeline: Array(overdraft.dropLast()))

  static let raceFree = CriterionResult(
    id: "race-free", title: "no two threads touch the balance unordered", bonus: false, points: 0,
    possible: 20, verdict: .failed,
    evidence: [explored(8, exhausted: false, violations: 1)], failure: race)

  static let failed = SubmissionResult(
    file: "withdraw.swift", kata: "withdraw", outcome: .failed, score: 10,
    criteria: [works, raceFree, noOverdraft, parallelReads],
    notes: ["a barrier on a global queue has no effect"], box: "bubblewrap, resource limits",
    seed: 1, seconds: 2.34)

  static let broken = SubmissionResult(
    candidate: "ben", file: "class/ben/withdraw.swift", kata: "withdraw", outcome: .buildFailed,
    diagnosis: "withdraw.swift:3:7: error: cannot find 'x' in scope\n3 | let y = x\n  |         ^",
    seconds: 0.5)

  /// Everything in it tries to take over the terminal or the report.
  static var hostile: SubmissionResult {
    let evil = "\u{1b}[2J]]><passed/>\u{202e}\"&'\n\u{7}"
    var failure = race
    failure.scenario = evil
    failure.message = evil
    failure.cause = evil
    failure.token = evil
    failure.places[0].what = evil
    failure.places[0].thread = evil
    failure.places[0].file = evil
    failure.places[0].function = evil
    failure.timeline[0].thread = evil
    failure.timeline[0].text = evil
    failure.timeline[0].file = evil
    failure.timeline[0].detail = evil
    var evidence = explored(1)
    evidence.scenario = evil
    let criterion = CriterionResult(
      id: evil, title: evil, bonus: false, points: 0, possible: 1, verdict: .failed, reason: evil,
      evidence: [evidence], failure: failure)
    return SubmissionResult(
      candidate: evil, file: evil, kata: evil, outcome: .failed, diagnosis: evil,
      criteria: [criterion], notes: [evil], box: evil)
  }

  static func passed(_ candidate: String) -> SubmissionResult {
    SubmissionResult(
      candidate: candidate, file: "class/\(candidate)/withdraw.swift", kata: "withdraw",
      outcome: .passed, score: 80, criteria: [works], box: "resource limits", seconds: 1)
  }
}

extension String {
  /// The lines, without the empty one behind the last newline.
  var lines: [String] {
    var lines = split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
