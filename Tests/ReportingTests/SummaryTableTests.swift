import Grading
import Testing

@testable import Reporting

@Suite struct SummaryTableTests {
  private func table(_ results: [SubmissionResult]) -> [String] {
    SummaryTable(results, options: TextOptions()).lines
  }

  private var classroom: [SubmissionResult] {
    var failed = Samples.failed
    failed.candidate = "a candidate with a very long name indeed"
    return [Samples.passed("anna"), failed, Samples.broken, Samples.passed("日本")]
  }

  @Test func `columns are aligned and names give way`() {
    #expect(
      table(classroom)
        == """
        candidate               kata      outcome         score  failed
        anna                    withdraw  passed         80/100
        …very long name indeed  withdraw  failed         10/100  race-free, no-overdraft
        ben                     withdraw  did not build   0/100
        日本                    withdraw  passed         80/100

        4 submissions: 2 passed, 1 failed, 1 did not build
        """.lines)
  }

  @Test func `without a candidate the file is named`() {
    #expect(table([Samples.failed])[1].hasPrefix("withdraw.swift  withdraw  failed"))
  }

  @Test func `what does not fit is counted`() {
    var failed = classroom[1]
    failed.criteria = (1...9).map { number in
      var criterion = Samples.noOverdraft
      criterion.id = "criterion-\(number)"
      return criterion
    }
    let row = table([failed])[1]
    #expect(row.hasSuffix(" +8"))
    #expect(DisplayText.width(row) <= 80)
  }

  @Test func `a bonus that was missed is no failure`() {
    var result = Samples.passed("anna")
    var bonus = Samples.noOverdraft
    bonus.bonus = true
    result.criteria.append(bonus)
    #expect(!table([result]).joined().contains("no-overdraft"))
  }

  @Test func `a class is a table, a few are shown in full`() {
    let few = TextRecorder().report(Samples.input(classroom))
    #expect(few.contains("── no-overdraft"))
    let many = TextRecorder().report(Samples.input(classroom + classroom))
    #expect(!many.contains("──"))
    #expect(many.contains("8 submissions: 4 passed, 2 failed, 2 did not build\n"))
    #expect(many.contains(Wording.askForDetails.prefix(40)))
  }
}
