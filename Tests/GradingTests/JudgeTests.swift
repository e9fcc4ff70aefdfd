import Foundation
import Records
import Testing

@testable import Grading

/// One row of the table: runs, and the verdicts in the order
/// works, race-free, no-overdraft, live, no-crash, parallel.
struct JudgeCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let runs: [ArenaRun]
  let verdicts: String
  let outcome: Outcome
  var score: Int

  init(_ name: String, _ runs: [ArenaRun], _ verdicts: String, _ outcome: Outcome, _ score: Int) {
    testDescription = name
    self.runs = runs
    self.verdicts = verdicts
    self.outcome = outcome
    self.score = score
  }
}

private let explore = Sample.run(.explore)
private let sampled = Sample.run(.explore, exhausted: false)
private let bounded = Sample.run(.explore, bound: 2)
private let stress = Sample.run(.stress)
private let sanitize = Sample.run(.sanitize)
private let others = [stress, sanitize]
private let overdraft = Sample.finding(
  .invariant, "two", criterion: "no-overdraft", schedule: "1,2")
private let race = Sample.finding(.race, "two")
private let deadlock = Sample.finding(.deadlock, "two")
private let crash = Sample.finding(.crash, "two")
private let timeout = Sample.finding(.timeout, "two")

private let cases = [
  JudgeCase("all is well", [explore] + others, "PPPPPP", .passed, 100),
  JudgeCase("the order of the runs does not matter", others + [explore], "PPPPPP", .passed, 100),
  JudgeCase("nothing ran", [], "------", .notChecked, 0),

  // Explored.
  JudgeCase("a broken expectation", [explore.finding(overdraft)] + others, "PPFPPP", .failed, 70),
  JudgeCase("a race", [explore.finding(race)] + others, "PFPPPP", .failed, 80),
  JudgeCase(
    "a missed bonus",
    [explore.finding(Sample.finding(.invariant, "reader", criterion: "parallel"))],
    "PPPPPF", .passed, 80),
  JudgeCase(
    "a leak counts against its criterion",
    [explore.finding(Sample.finding(.leak, "two", criterion: "no-overdraft"))], "PPFPPP", .failed,
    70),
  JudgeCase(
    "a deadlock leaves what its scenario checks open", [explore.finding(deadlock)] + others,
    "PP-FPP", .failed, 60),
  JudgeCase(
    "a deadlock beside a broken expectation", [explore.finding(deadlock).finding(overdraft)],
    "PPFFPP", .failed, 60),
  JudgeCase(
    "a live-lock", [explore.finding(Sample.finding(.livelock, "two"))], "PP-FPP", .failed, 60),
  JudgeCase(
    "a deadlock before anything is checked leaves all expectations open",
    [explore.finding(deadlock).changing("two") { $0.checks = [:] }], "-P-FP-",
    .failed, 30),
  JudgeCase(
    "a crash that exploring survives fails its scenario and the crash criterion",
    [explore.finding(crash)], "PPFPFP", .failed, 60),

  // Cut short.
  JudgeCase(
    "a crash that ends exploring leaves the rest open",
    [explore.dying(in: "two", .signalled(number: 4), crash)], "----F-", .failed, 0),
  JudgeCase(
    "the same, where the stress arena knows what the scenario checks",
    [explore.dying(in: "two", .signalled(number: 4), crash)] + others, "--F-F-", .failed, 0),
  JudgeCase(
    "a hang that ends exploring", [explore.dying(in: "two", .wallLimit(milliseconds: 5), timeout)],
    "---F--", .failed, 0),
  JudgeCase(
    "an end without a finding", [explore.dying(in: "two", .exited(code: 0), nil)], "------",
    .notChecked, 0),
  JudgeCase(
    "exploring cut short is not made up for by stress",
    [explore.dying(in: "two", .exited(code: 0), nil)] + others, "------", .notChecked, 0),
  JudgeCase(
    "a run that cannot be believed",
    [Sample.run(.explore).ending(.untrusted(reason: "forged"))] + others, "------", .notChecked, 0),
  JudgeCase(
    "findings of a run that cannot be believed",
    [explore.finding(overdraft).ending(.untrusted(reason: "forged"))], "------", .notChecked, 0),
  JudgeCase(
    "finished without the scenarios' ends", [explore.withoutEnds], "------", .notChecked, 0),
  JudgeCase(
    "a scenario that says nothing",
    [explore.changing("two") { $0.notCheckedReason = "a thread blocked elsewhere" }], "P----P",
    .notChecked, 30),
  JudgeCase(
    "a scenario without one whole run", [explore.changing("two") { $0.runs = 0 }], "P----P",
    .notChecked, 30),
  JudgeCase(
    "a criterion that nothing put to the test",
    [explore.changing("two") { $0.checks = ["works": 1] }], "PP-PPP", .notChecked, 70),

  // Real threads against the search.
  JudgeCase(
    "stress breaks what the search exhausted: nothing is claimed",
    [explore, stress.finding(overdraft)], "PP-PPP", .notChecked, 70),
  JudgeCase(
    "stress breaks what the search only sampled", [sampled, stress.finding(overdraft)], "PPFPPP",
    .failed, 70),
  JudgeCase(
    "stress breaks what the search exhausted within a bound", [bounded, stress.finding(overdraft)],
    "PPFPPP", .failed, 70),
  JudgeCase(
    "stress breaks what the search exhausted, but a race explains it",
    [explore.finding(race), stress.finding(overdraft)], "PFFPPP", .failed, 50),
  JudgeCase(
    "stress breaks what the search breaks too",
    [explore.finding(overdraft), stress.finding(overdraft)],
    "PPFPPP", .failed, 70),
  JudgeCase(
    "stress hangs where the search exhausted",
    [explore, stress.dying(in: "two", .exited(code: 75), timeout)], "PPP-PP", .notChecked, 90),
  JudgeCase(
    "stress hangs where the search only sampled: the machine may be too busy",
    [sampled, stress.dying(in: "two", .exited(code: 75), timeout)], "PPP-PP", .notChecked, 90),
  JudgeCase(
    "stress hangs where the search met a deadlock",
    [explore.finding(deadlock), stress.dying(in: "two", .exited(code: 75), timeout)], "PP-FPP",
    .failed, 60),
  JudgeCase(
    "stress crashes of an explored race",
    [
      explore.finding(race), stress.dying(in: "two", .signalled(number: 11), crash),
    ], "PFPPPP", .failed, 80),
  JudgeCase(
    "the same driver counts where it was explored",
    [
      Sample.run(.explore, drivers: [.threads, .tasks]).changing("two") {
        $0.exhausted = $0.driver == .tasks
      }, stress.finding(overdraft),
    ], "PPFPPP", .failed, 70),

  // ThreadSanitizer.
  JudgeCase(
    "a race that only ThreadSanitizer reports does not count", [explore, sanitize.finding(race)],
    "PPPPPP", .passed, 100),
  JudgeCase(
    "where nothing was explored it does", [stress, sanitize.finding(race)], "PFPPP-", .failed, 60),
  JudgeCase(
    "its halt leaves nothing else open",
    [explore.finding(race), stress, sanitize.dying(in: "two", .exited(code: 66), race)], "PFPPPP",
    .failed, 80),
  JudgeCase(
    "a crash under ThreadSanitizer decides nothing",
    [explore, sanitize.dying(in: "two", .signalled(number: 11), crash)], "PPPPPP", .passed, 100),

  // Without exploring.
  JudgeCase("stress and ThreadSanitizer only", others, "PPPPP-", .passed, 80),
  JudgeCase("stress only", [stress], "P-PPP-", .notChecked, 60),
  JudgeCase("ThreadSanitizer only", [sanitize], "-P----", .notChecked, 20),
  JudgeCase("stress finds", [stress.finding(overdraft), sanitize], "PPFPP-", .failed, 50),
  JudgeCase(
    "stress is cut short", [stress.dying(in: "two", .exited(code: 75), timeout), sanitize],
    "-P-F--", .failed, 20),
]

@Suite struct JudgeTests {
  @Test(arguments: cases) func `runs get the verdicts of the rules`(row: JudgeCase) {
    let judgement = Sample.judge(row.runs)
    let verdicts = Sample.kata.criteria.map { Sample.verdicts(judgement)[$0.id] ?? "?" }.joined()
    #expect(verdicts == row.verdicts)
    #expect(judgement.outcome == row.outcome)
    #expect(judgement.score.points == row.score)
    #expect(judgement.score.possible == 100)
  }

  @Test(arguments: cases) func `every verdict says what it rests on`(row: JudgeCase) {
    for criterion in Sample.judge(row.runs).criteria {
      #expect((criterion.failure != nil) == (criterion.verdict == .failed))
      #expect((criterion.reason != nil) == (criterion.verdict == .notChecked))
      #expect(criterion.points == (criterion.verdict == .passed ? criterion.possible : 0))
      if criterion.verdict == .passed { #expect(!criterion.evidence.isEmpty) }
    }
  }

  @Test(arguments: cases) func `times decide nothing`(row: JudgeCase) {
    var slow = row.runs
    for index in slow.indices {
      slow[index].milliseconds *= 50
      for title in Sample.order {
        slow[index] = slow[index].changing(title) { $0.milliseconds = 987_654 }
      }
    }
    func timeless(_ judgement: Judgement) -> [CriterionResult] {
      judgement.criteria.map { criterion in
        var criterion = criterion
        for index in criterion.evidence.indices { criterion.evidence[index].seconds = 0 }
        return criterion
      }
    }
    #expect(timeless(Sample.judge(slow)) == timeless(Sample.judge(row.runs)))
    #expect(Sample.judge(slow).notes == Sample.judge(row.runs).notes)
  }

  @Test(arguments: cases) func `stored runs can be judged again`(row: JudgeCase) throws {
    let stored = try JSONEncoder().encode(row.runs)
    #expect(
      Sample.judge(try JSONDecoder().decode([ArenaRun].self, from: stored))
        == Sample.judge(row.runs))
  }

  @Test func `without a crash criterion a crash fails the scenario's own`() {
    let kata = Sample.kata(crashes: false)
    let judgement = Sample.judge(
      [explore.dying(in: "two", .signalled(number: 4), crash)], kata: kata)
    // The scenario never got far enough to tell what it checks: the kata's first is charged.
    #expect(Sample.verdicts(judgement)["works"] == "F")
    let known = Sample.judge([explore.finding(crash)], kata: kata)
    #expect(Sample.verdicts(known)["no-overdraft"] == "F")
    #expect(Sample.verdicts(known)["works"] == "P")
    #expect(known.criteria[2].failure?.cause.contains("did not survive") == true)
  }

  @Test func `without a liveness criterion a hang fails the scenario's own`() {
    let judgement = Sample.judge(
      [explore.finding(deadlock)], kata: Sample.kata(crashes: true, liveness: false))
    #expect(Sample.verdicts(judgement)["no-overdraft"] == "F")
  }

  @Test func `without a race criterion a race counts as the crash that it leads to`() {
    let judgement = Sample.judge(
      [explore.finding(race)], kata: Sample.kata(crashes: true, races: false))
    #expect(Sample.verdicts(judgement)["no-crash"] == "F")
    #expect(Sample.verdicts(judgement)["no-overdraft"] == "P")
    let uncharged = Sample.judge(
      [explore.finding(race)], kata: Sample.kata(crashes: false, races: false))
    #expect(!Sample.verdicts(uncharged).values.contains("F"))
    #expect(uncharged.notes.contains { $0.contains("not judged here") })
  }

  @Test func `a pass by search is told from a pass by samples`() {
    #expect(Sample.judge([explore] + others).criteria.map(\.sampled).allSatisfy { !$0 })
    #expect(Sample.judge([sampled]).criteria.map(\.sampled).allSatisfy { $0 })
    #expect(
      Sample.judge(others).criteria.filter { $0.verdict == .passed }.map(\.sampled).allSatisfy {
        $0
      })
  }

  @Test func `a failure carries a token that replays it`() throws {
    let failure = try #require(Sample.judge([explore.finding(overdraft)]).criteria[2].failure)
    let token = try Token(try #require(failure.token))
    #expect(token.kata == "withdraw")
    #expect(token.replay == .init(scenario: "two", driver: .threads, schedule: "1,2"))
    #expect(token.seed == 7)
    #expect(token.digest == "d")
    #expect(token.criterion == "no-overdraft")
    #expect(failure.cause == "cause of no-overdraft")
  }

  @Test func `the smallest explored run is shown`() {
    func found(_ schedule: String, _ threads: String) -> Finding {
      let steps = threads.enumerated().map {
        Step(
          number: $0.offset + 1,
          place: Place(
            what: "lock", thread: String($0.element), file: "Account.swift", line: 1))
      }
      return Sample.finding(
        .invariant, "two", criterion: "no-overdraft", schedule: schedule, trace: steps)
    }
    let run = explore.finding(found("many switches", "abab")).finding(found("long", "aaaabbbb"))
      .finding(found("short", "aabb")).finding(found("as short", "bbaa"))
    let judgement = Sample.judge([stress.finding(overdraft), run])
    let token = judgement.criteria[2].failure?.token.flatMap { try? Token($0) }
    #expect(token?.replay.schedule == "short")
    #expect(judgement.criteria[2].failure?.arena == .explore)
    #expect(judgement.criteria[2].failure?.timeline.count == 5)
  }

  @Test func `a contradiction shows both sides`() {
    let criterion = Sample.judge([explore, stress.finding(overdraft)]).criteria[2]
    #expect(criterion.reason?.contains("98 schedules") == true)
    #expect(criterion.reason?.contains("seen") == true)
    #expect(Set(criterion.evidence.map(\.arena)) == [.explore, .stress])
    #expect(criterion.evidence.map(\.violations) == [0, 1])
  }

  @Test func `what many rounds add up to contradicts no search`() {
    let flood = Sample.finding(.crash, "two", message: "the program printed too much")
    let cut = stress.finding(flood).ending(.outputLimit(kibibytes: 1))
    let judgement = Sample.judge([explore, cut])
    #expect(Sample.verdicts(judgement)["no-overdraft"] == "P")
    #expect(judgement.notes.contains { $0.contains("cut short") })
    // A crash of another kind does.
    let crash = stress.finding(flood).ending(.signalled(number: 11))
    #expect(Sample.verdicts(Sample.judge([explore, crash]))["no-overdraft"] == "-")
  }

  @Test func `what real threads die of after an explored race counts as that race`() {
    let crash = Sample.finding(.crash, "two", message: "memory that is not its own")
    let died = stress.finding(crash)
    let verdicts = Sample.verdicts(Sample.judge([explore.finding(race), died]))
    #expect(verdicts["race-free"] == "F")
    #expect(verdicts["no-overdraft"] == "P")
    #expect(verdicts["no-crash"] == "P")
    // Where a schedule crashes too, it is more than chance.
    let both = Sample.verdicts(Sample.judge([explore.finding(race).finding(crash), died]))
    #expect(both["no-overdraft"] == "F")
    #expect(both["no-crash"] == "F")
  }

  @Test func `what ThreadSanitizer alone saw is a note, unless the scenario was explored whole`() {
    let notes = Sample.judge([sampled, sanitize.finding(race)]).notes
    #expect(notes.count == 1)
    #expect(notes.first?.contains("ThreadSanitizer only") == true)
    #expect(Sample.judge([sampled.finding(race), sanitize.finding(race)]).notes.isEmpty)
    #expect(Sample.judge([explore, sanitize.finding(race)]).notes.isEmpty)
  }

  @Test func `runs that all crash or never end say nothing of races and of calls that come back`() {
    let crash = Sample.finding(.crash, "two", message: "a trap")
    let all = explore.changing("two") { $0.cutShort = $0.runs }.finding(crash)
    let some = explore.changing("two") { $0.cutShort = $0.runs - 1 }.finding(crash)
    for (run, letter) in [(all, "-"), (some, "P")] {
      let verdicts = Sample.verdicts(Sample.judge([run]))
      #expect(verdicts["race-free"] == letter)
      #expect(verdicts["live"] == letter)
      #expect(verdicts["no-crash"] == "F")
    }
  }

  @Test func `a run that cannot be believed is a matter for a person`() {
    let judgement = Sample.judge([explore.ending(.untrusted(reason: "forged"))] + others)
    #expect(judgement.graderFault)
    #expect(judgement.notes.contains { $0.contains("forged") })
    #expect(judgement.criteria.allSatisfy { $0.reason?.contains("forged") == true })
    #expect(!Sample.judge([explore] + others).graderFault)
  }

  @Test func `a layer is reached only through those before it`() {
    var kata = Sample.kata
    kata.layers = [
      Kata.Layer(title: "one", criteria: ["works"]),
      Kata.Layer(title: "two", criteria: ["race-free"]),
      Kata.Layer(title: "three", criteria: ["no-overdraft", "live"]),
    ]
    func reached(_ runs: [ArenaRun]) -> [Bool] {
      Sample.judge(runs, kata: kata).layers.map(\.isReached)
    }
    #expect(reached([explore] + others) == [true, true, true])
    #expect(reached([explore.finding(overdraft)] + others) == [true, true, false])
    #expect(reached([explore.finding(race)] + others) == [true, false, false])
    #expect(Sample.judge([explore]).layers.isEmpty)
  }

  @Test func `a criterion that the kata does not have is said`() {
    let stranger = Sample.finding(.invariant, "two", criterion: "no-such")
    let judgement = Sample.judge([explore.finding(stranger)])
    #expect(judgement.notes == ["the harness judges 'no-such', which kata.json does not have"])
  }

  @Test func `a note is given once, in a fixed order`() {
    var run = explore
    run.messages.insert(.note(Note(id: "b", message: "second")), at: 1)
    run.messages.insert(.note(Note(id: "a", message: "first")), at: 2)
    run.messages.insert(.note(Note(id: "b", message: "second")), at: 3)
    #expect(Sample.judge([run]).notes == ["first", "second"])
  }
}

extension ArenaRun {
  fileprivate func ending(_ end: End) -> ArenaRun {
    var run = self
    run.end = end
    return run
  }

  /// What an attack would send that says "finished" and nothing else.
  fileprivate var withoutEnds: ArenaRun {
    var run = self
    run.messages.removeAll { if case .ended = $0 { true } else { false } }
    return run
  }
}
