import Grading
import Records
import Testing

@testable import Reporting

private func text(
  _ results: [SubmissionResult], width: Int = 80, color: Bool = false, quiet: Bool = false
) -> String {
  TextRecorder().report(Samples.input(results, width: width, color: color, quiet: quiet))
}

@Suite struct TextRecorderTests {
  @Test func `a submission that passed says what that rests on, and what that is worth`() {
    #expect(
      text([Samples.passed("anna")]) == """
        ══ anna, withdraw: class/anna/withdraw.swift ═══════════════════════════════════
        Passed, 80 of 100 points

        passed       works 10/10: one caller at a time gets the right balance
                     explore: exhausted, 98 schedules
                     stress: sampled, 2,000 rounds (no proof)

        Exhausted: every interleaving of the scenarios ran, up to the preemption bound
        where one is named. That is a proof for these scenarios under sequential
        consistency, data races included; what weakly ordered atomics may do beyond that
        is not explored.

        Seed 1, kept in by resource limits, 1.0 s

        """)
  }

  @Test func `a failure shows its cause, its run, and how to run it again`() {
    var result = Samples.failed
    result.criteria = [Samples.noOverdraft]
    result.notes = []
    #expect(
      text([result]) == """
        ══ withdraw: withdraw.swift ════════════════════════════════════════════════════
        Failed, 10 of 100 points

        failed       no-overdraft 0/40: the balance is what some order of the
                     withdrawals gives
                     explore: broken in 1 of 8 schedules
                     stress: broken in 12 of 2,000 rounds

        ── no-overdraft ────────────────────────────────────────────────────────────────

        The check and the subtraction are two steps: another withdrawal gets in between
        them.

        In 'two withdrawals of 80 from 100', called from threads:
          the balance after both is -60, not 20

        Step by step, in withdraw.swift:
        step  line │ client 1                         │ client 2
           4    12 │ guard balance >= amount else {   │
                   │   return }                       │
                   │ → read 100                       │
           7    12 │                                  │ guard balance >= amount else {
                   │                                  │   return }
                   │                                  │ → read 100
           9    14 │ balance -= amount                │
                   │ → read 100, write 20             │
          13    14 │                                  │ balance -= amount
                   │                                  │ → read 20, write -60
        ✗ the balance after both is -60, not 20

        To run this schedule again:
          kata replay r1.d2l0aGRyYXc withdraw.swift

        Seed 1, kept in by bubblewrap, resource limits, 2.3 s

        """)
  }

  @Test func `a race shows both sides with their source`() {
    let report = text([Samples.failed])
    #expect(
      report.contains(
        """
        The two sides:
          client 2: read of 8 bytes at withdraw.swift:12, in BankAccount.withdraw(_:)
              guard balance >= amount else { return }
          client 1: write of 8 bytes at withdraw.swift:14, in BankAccount.withdraw(_:)
              balance -= amount

        """))
  }

  @Test func `a deadlock shows who waits for what held by whom`() {
    var result = Samples.failed
    var failure = Samples.race
    failure.kind = .deadlock
    failure.timeline = []
    failure.places = [
      Place(
        what: "waits to lock mutex 2, held by client 2", thread: "client 1", file: "bank.swift",
        line: 31),
      Place(
        what: "waits to lock mutex 1, held by client 1", thread: "client 2", file: "bank.swift",
        line: 31),
    ]
    result.criteria[1].failure = failure
    #expect(
      text([result]).contains(
        """
        Who waits for what:
          client 1: waits to lock mutex 2, held by client 2 at bank.swift:31
          client 2: waits to lock mutex 1, held by client 1 at bank.swift:31

        """))
  }

  @Test func `a long token is broken as a shell allows it`() {
    let lines = text([Samples.failed]).lines
    let start = lines.firstIndex(of: "  kata replay \\")
    #expect(start.map { lines[$0 + 1].hasSuffix(" \\") } == true)
    #expect(start.map { lines[$0 + 2] } == "    withdraw.swift")
  }

  @Test(arguments: [
    ("a b.swift", "'a b.swift'"), ("it's", "'it'\\''s'"), ("$(rm)", "'$(rm)'"), ("", "''"),
    ("class/anna/withdraw.swift", "class/anna/withdraw.swift"),
  ])
  func `a file is quoted for the shell if it must be`(file: String, word: String) {
    #expect(ShellWord(file).text == word)
  }

  @Test func `what was not checked says why, and a note is told`() {
    let report = text([Samples.failed])
    #expect(
      report.contains(
        """
        not checked  parallel-reads 0/20, bonus: readers do not hold up each other
                     a call never comes back in 'a reader', so what holds afterwards
                     cannot be told

        """))
    #expect(report.contains("- a barrier on a global queue has no effect\n"))
  }

  @Test func `the same run under two criteria is shown once`() {
    var result = Samples.failed
    result.criteria = [Samples.raceFree, Samples.noOverdraft]
    result.criteria[1].failure = Samples.race
    result.criteria[1].failure?.cause = "Another cause."
    let report = text([result])
    #expect(report.ranges(of: "The two sides:").count == 1)
    #expect(report.contains("Another cause. The run is the one shown under race-free.\n"))
  }

  @Test func `what did not build shows the compiler's words and keeps its carets`() {
    #expect(
      text([Samples.broken]).hasPrefix(
        """
        ══ ben, withdraw: class/ben/withdraw.swift ═════════════════════════════════════
        Did not build, 0 of 100 points

          withdraw.swift:3:7: error: cannot find 'x' in scope
          3 | let y = x
            |         ^

        """))
  }

  @Test func `the grader's fault is not the submission's`() {
    var result = Samples.broken
    result.outcome = .notChecked
    result.graderFault = true
    #expect(text([result]).contains(Wording.graderFault))
    #expect(text([result, result]).contains("; the grader itself failed on 2\n"))
  }

  @Test func `quiet is the verdicts alone`() {
    #expect(
      text([Samples.failed], quiet: true) == """
        ══ withdraw: withdraw.swift ════════════════════════════════════════════════════
        Failed, 10 of 100 points

        passed       works 10/10: one caller at a time gets the right balance
        failed       race-free 0/20: no two threads touch the balance unordered
        failed       no-overdraft 0/40: the balance is what some order of the
                     withdrawals gives
        not checked  parallel-reads 0/20, bonus: readers do not hold up each other
                     a call never comes back in 'a reader', so what holds afterwards
                     cannot be told

        """)
  }

  @Test(arguments: [100, 80, 60])
  func `no line is wider, but for single words`(width: Int) {
    let classroom = (1...9).map { Samples.passed("anna-\($0)") }
    for results in [
      [Samples.failed], [Samples.failed, Samples.broken], classroom, [Samples.hostile],
    ] {
      for line in text(results, width: width).lines where DisplayText.width(line) > width {
        let words = line.split(separator: " ").filter { $0 != "\\" }
        #expect(words.count == 1, "\(line)")
      }
    }
  }

  @Test func `colour comes only when asked for, and changes nothing else`() {
    let results = [Samples.failed, Samples.broken]
    #expect(!text(results).contains("\u{1b}"))
    let colored = text(results, color: true)
    #expect(colored.contains("\u{1b}[31m"))
    #expect(CleanText.lines(colored) == text(results))
  }

  @Test func `no submission can colour or forge a line`() {
    let report = text([Samples.hostile])
    #expect(!report.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    #expect(!report.unicodeScalars.contains("\u{202e}"))
  }

  @Test func `nothing graded is said`() {
    #expect(text([]) == "Nothing was graded.\n")
  }
}
