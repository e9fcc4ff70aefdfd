import Testing

@testable import Reporting

@Suite struct RecordersTests {
  @Test func `every format has an id of its own and is found by it`() {
    let ids = Recorders.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    for id in ids { #expect(Recorders.named(id)?.id == id) }
    #expect(Recorders.named("yaml") == nil)
  }

  @Test func `every format ends with one line end`() {
    for recorder in Recorders.all {
      for results in [[], [Samples.failed], [Samples.hostile, Samples.broken]] {
        let report = recorder.report(Samples.input(results))
        #expect(report.hasSuffix("\n"))
        #expect(!report.hasSuffix("\n\n"))
      }
    }
  }
}
