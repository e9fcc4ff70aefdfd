import Foundation
import Grading
import Testing

@testable import Reporting

@Suite struct JSONRecorderTests {
  private func json(_ results: [SubmissionResult]) throws -> [String: Any] {
    let text = JSONRecorder().report(Samples.input(results))
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return try #require(object as? [String: Any])
  }

  @Test func `the fields are those of the schema`() throws {
    let report = try json([Samples.failed])
    #expect(report["schema"] as? String == "randori-report/1")
    #expect(report.keys.sorted() == ["schema", "seed", "submissions", "tool"])
    let tool = try #require(report["tool"] as? [String: Any])
    #expect(tool.keys.sorted() == ["name", "platform", "swift", "version"])
    let submission = try #require((report["submissions"] as? [[String: Any]])?.first)
    #expect(
      Set(submission.keys).isSuperset(of: [
        "file", "kata", "outcome", "score", "possible", "criteria", "notes", "seconds",
      ]))
    #expect(submission["candidate"] == nil)
    let criteria = try #require(submission["criteria"] as? [[String: Any]])
    #expect(
      criteria.map { $0["verdict"] as? String } == ["passed", "failed", "failed", "notChecked"])
    let failure = try #require(criteria[2]["failure"] as? [String: Any])
    #expect(failure["kind"] as? String == "invariant")
    #expect(failure["token"] as? String == "r1.d2l0aGRyYXc")
    let step = try #require((failure["timeline"] as? [[String: Any]])?.first)
    #expect(step.keys.sorted() == ["detail", "file", "line", "step", "text", "thread"])
    let places = try #require(
      (criteria[1]["failure"] as? [String: Any])?["places"] as? [[String: Any]])
    #expect(places[0].keys.sorted() == ["file", "function", "line", "thread", "what"])
  }

  @Test func `what real threads did stands under measured`() throws {
    let submission = try #require(
      (try json([Samples.failed])["submissions"] as? [[String: Any]])?.first)
    let criteria = try #require(submission["criteria"] as? [[String: Any]])
    let evidence = try #require(criteria[0]["evidence"] as? [[String: Any]])
    #expect(
      evidence[0].keys.sorted() == [
        "arena", "driver", "exhausted", "scenario", "schedules", "seconds", "violations",
        "virtualSeconds",
      ])
    #expect(evidence[1].keys.sorted() == ["arena", "driver", "exhausted", "measured", "scenario"])
    let measured = try #require(evidence[1]["measured"] as? [String: Any])
    #expect(measured.keys.sorted() == ["schedules", "seconds", "violations"])
    #expect(measured["schedules"] as? Int == 2000)
  }

  @Test func `how far a search came in its time stands under measured`() throws {
    var result = Samples.failed
    result.criteria = [Samples.works]
    result.criteria[0].evidence = [Samples.explored(10_623, exhausted: false, bound: 2)]
    let submission = try #require((try json([result])["submissions"] as? [[String: Any]])?.first)
    let criteria = try #require(submission["criteria"] as? [[String: Any]])
    let evidence = try #require((criteria[0]["evidence"] as? [[String: Any]])?.first)
    #expect(evidence["schedules"] == nil)
    let measured = try #require(evidence["measured"] as? [String: Any])
    #expect(measured["schedules"] as? Int == 10_623)
    #expect(measured["bound"] as? Int == 2)
    var other = result
    other.criteria[0].evidence = [Samples.explored(9_788, exhausted: false, bound: 1)]
    #expect(try stable([result]) == stable([other]))
  }

  @Test func `two runs are equal but for what was measured`() throws {
    var other = Samples.failed
    other.seconds = 99
    other.criteria[0].evidence = [Samples.explored(98, seconds: 7), Samples.stressed(1999)]
    #expect(try stable([Samples.failed]) == stable([other]))
    other.criteria[0].evidence[0].schedules = 97
    #expect(try stable([Samples.failed]) != stable([other]))
  }

  /// The report without what differs from run to run, in canonical form.
  private func stable(_ results: [SubmissionResult]) throws -> Data {
    try JSONSerialization.data(
      withJSONObject: withoutMeasures(try json(results)), options: .sortedKeys)
  }

  private func withoutMeasures(_ value: Any) -> Any {
    if let list = value as? [Any] { return list.map(withoutMeasures) }
    guard let object = value as? [String: Any] else { return value }
    return object.filter { $0.key != "seconds" && $0.key != "measured" }
      .mapValues(withoutMeasures)
  }

  @Test func `the same results give the same bytes`() {
    let reports = (0..<5).map { _ in JSONRecorder().report(Samples.input([Samples.failed])) }
    #expect(Set(reports).count == 1)
  }

  @Test func `hostile text stays text`() throws {
    let submissions = try #require(try json([Samples.hostile])["submissions"] as? [[String: Any]])
    #expect(submissions.count == 1)
    #expect(submissions[0]["file"] as? String == "]]><passed/>\"&' ")
  }

  @Test func `time that is no number does not stop the report`() throws {
    var result = Samples.failed
    result.seconds = .infinity
    #expect(try json([result]).isEmpty == false)
  }
}
