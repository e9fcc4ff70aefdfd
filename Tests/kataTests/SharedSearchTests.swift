import Foundation
import Testing

private let answers = ToolUnderTest.checkout + "/Answers"

// Several processes share the search of one submission, and nobody can tell from the report.
extension GradingWithTheToolTests {

  @Test(arguments: [
    ("withdraw", "\(ToolUnderTest.miniatures)/passes.swift"),
    ("withdraw", "\(ToolUnderTest.miniatures)/overdraws.swift"),
    ("withdraw", "\(ToolUnderTest.miniatures)/deadlocks.swift"),
    ("withdraw", "\(ToolUnderTest.miniatures)/crashes.swift"),
    ("poll-timer", "\(ToolUnderTest.checkout)/Katas/poll-timer/Starter.swift"),
    ("withdraw", "\(answers)/withdraw/Flawed/reentrant-actor.swift"),
    ("transfer", "\(answers)/transfer/Flawed/locks-in-call-order.swift"),
  ])
  func `one, two and four jobs write one report`(kata: String, file: String) throws {
    let reports = try reports(kata, file)
    #expect(reports[1] == reports[0])
    #expect(reports[2] == reports[0])
  }

  /// The lines of the reports of one, two and four jobs, times left out.
  private func reports(_ kata: String, _ file: String) throws -> [[Substring]] {
    let tool = try ToolUnderTest()
    let reports = try [1, 2, 4].map { jobs in
      let result = try tool(
        "run", kata, file, "--format", "json", "--jobs", "\(jobs)", "--budget", "900")
      #expect(result.code == 0 || result.code == 1, "\(result.errors)")
      return result.output.split(separator: "\n").filter { !$0.contains("\"seconds\"") }
    }
    try #require(reports[0].contains { $0.contains("\"evidence\"") }, "\(reports[0])")
    #expect(tool.leftovers.isEmpty)
    return reports
  }
}
