import Foundation
import Grading
import Testing

@testable import Reporting

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct JUnitRecorderTests {
  private func document(_ results: [SubmissionResult]) throws -> XMLReader {
    let reader = XMLReader()
    let parser = XMLParser(data: Data(JUnitRecorder().report(Samples.input(results)).utf8))
    parser.delegate = reader
    let isWellFormed = parser.parse()
    try #require(isWellFormed, "\(String(describing: parser.parserError))")
    return reader
  }

  @Test func `each criterion is a case, and the suite counts them`() throws {
    let report = try document([Samples.failed])
    #expect(report.elements("testcase").count == 4)
    let suite = try #require(report.elements("testsuite").first).attributes
    #expect(suite["tests"] == "4")
    #expect(suite["failures"] == "2")
    #expect(suite["errors"] == "0")
    #expect(suite["skipped"] == "1")
    #expect(suite["time"] == "2.340")
    #expect(report.elements("testcase").allSatisfy { $0.attributes["file"] == "withdraw.swift" })
  }

  @Test func `a failure is told in the attribute and in the content`() throws {
    let failure = try #require(try document([Samples.failed]).elements("failure").last)
    #expect(failure.attributes["message"] == "the balance after both is -60, not 20")
    #expect(failure.attributes["type"] == "invariant")
    #expect(failure.text.contains("The check and the subtraction are two steps"))
    #expect(failure.text.contains("client 1"))
    #expect(failure.text.contains("kata replay r1.d2l0aGRyYXc withdraw.swift"))
  }

  @Test func `a bonus that is missed is told, and is no failure`() throws {
    var result = Samples.passed("anna")
    var bonus = Samples.noOverdraft
    bonus.bonus = true
    result.criteria.append(bonus)
    let report = try document([result])
    let suite = try #require(report.elements("testsuite").first).attributes
    #expect(suite["failures"] == "0")
    #expect(suite["skipped"] == "1")
    let skipped = try #require(report.elements("skipped").first)
    #expect(skipped.attributes["type"] == "bonus")
    #expect(skipped.attributes["message"] == "the balance after both is -60, not 20")
    #expect(skipped.text.contains("kata replay r1.d2l0aGRyYXc class/anna/withdraw.swift"))
  }

  @Test func `no name is given twice`() throws {
    let report = try document([Samples.failed, Samples.failed, Samples.passed("anna")])
    let names = report.elements("testcase").compactMap { $0.attributes["name"] }
    #expect(names.count == 9)
    #expect(Set(names).count == 9)
    #expect(names.contains("withdraw.swift: withdraw: works (2)"))
  }

  @Test func `a full stop in a name makes no package`() throws {
    let names = try document([Samples.failed]).elements("testcase")
      .compactMap { $0.attributes["classname"] }
    #expect(Set(names) == ["withdraw_swift.withdraw"])
  }

  @Test(arguments: [Outcome.buildFailed, .refused, .notChecked])
  func `what has no verdict is an error`(outcome: Outcome) throws {
    var result = Samples.broken
    result.outcome = outcome
    let report = try document([result])
    #expect(report.elements("testcase").count == 1)
    let error = try #require(report.elements("error").first)
    #expect(error.attributes["type"] == outcome.rawValue)
    #expect(
      error.attributes["message"] == "withdraw.swift:3:7: error: cannot find 'x' in scope")
    #expect(error.text.contains("let y = x"))
  }

  @Test func `what was not checked is skipped, but an error where it costs the verdict`() throws {
    #expect(try document([Samples.failed]).elements("skipped").count == 1)
    var result = Samples.failed
    result.outcome = .notChecked
    result.criteria = [Samples.works, Samples.parallelReads, Samples.parallelReads]
    result.criteria[2].bonus = false
    let report = try document([result])
    #expect(report.elements("skipped").count == 1)
    #expect(report.elements("error").count == 1)
    #expect(
      report.elements("error")[0].attributes["message"]?.hasPrefix("a call never comes back")
        == true)
  }

  @Test func `hostile text stays text`() throws {
    let report = try document([Samples.hostile])
    #expect(report.elements("testcase").count == 1)
    #expect(report.elements("passed").isEmpty)
    #expect(
      report.elements("failure")[0].attributes["message"]?.contains("]]><passed/>\"&'") == true)
  }

  @Test func `what XML cannot hold is dropped`() {
    #expect(XMLText.content("a\u{0}\u{1b}\u{fffe}b]]>") == "ab]]&gt;")
    #expect(XMLText.attribute("\"a\"\n<&") == "&quot;a&quot;&#10;&lt;&amp;")
  }

  @Test func `nothing graded is an empty report`() throws {
    #expect(try document([]).elements("testsuites")[0].attributes["tests"] == "0")
  }
}

/// Collects all elements of a document.
private final class XMLReader: NSObject, XMLParserDelegate {
  struct Element {
    let name: String
    let attributes: [String: String]
    var text = ""
  }

  private var all: [Element] = []
  private var open: [Int] = []

  func elements(_ name: String) -> [Element] {
    all.filter { $0.name == name }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    open.append(all.count)
    all.append(Element(name: name, attributes: attributes))
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if let last = open.last { all[last].text += string }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    open.removeLast()
  }
}
