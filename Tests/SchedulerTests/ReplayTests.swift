import Foundation
import Records
import Testing

@testable import Grading

/// Drives arena programs: the runtime takes over the process that it is in, so it is never linked
/// into this one.
@Suite(.serialized) struct ReplayTests {
  private let grader: Grader
  private let catalog: Catalog
  private let home: Home

  init() throws {
    home = try Home.locate()
    grader = try Grader(home: home, environment: ProcessInfo.processInfo.environment)
    catalog = try Catalog.load(directories: [home.katas])
  }

  private func explore(_ path: String, seed: UInt64 = 1) throws -> SubmissionResult {
    grader.grade(
      SubmissionRequest(path: path, kata: try catalog.kata("withdraw")),
      options: GradingOptions(seed: seed, arenas: [.explore]))
  }

  @Test func `every failure of the starter replays ten times out of ten`() throws {
    let starter = try catalog.kata("withdraw").starterPath
    let failures = try explore(starter).criteria.compactMap(\.failure)
    #expect(failures.map(\.kind) == [.race, .invariant])
    for failure in failures {
      let token = try #require(failure.token)
      for _ in 1...10 {
        let replay = try grader.replay(token: token, path: starter, catalog: catalog)
        #expect(replay.reproduced, "\(replay.reason ?? "")")
        #expect(replay.failure?.message == failure.message)
      }
    }
  }

  // A trace reads memory as a whole, a Mutex with it, before it is used as what it is.
  @Test(arguments: ["mutex", "mutex-struct-state", "Flawed/copied-state"])
  func `every failure has a schedule that shows it again`(answer: String) throws {
    let failures = try explore("\(home.answers)/withdraw/\(answer).swift").criteria
      .compactMap(\.failure)
    #expect(!failures.isEmpty)
    for failure in failures { #expect(failure.token != nil, "\(failure.message)") }
  }

  @Test func `a failure that a replay does not show again is told`() throws {
    let kata = try catalog.kata("withdraw")
    let submission = try Submission(path: kata.starterPath)
    let scratch = try grader.workshop.scratch()
    let build = try grader.workshop.build(
      submission, for: kata, in: scratch.path, arenas: [.explore])
    var criteria = try explore(kata.starterPath).criteria
    func lines() -> [String] {
      grader.unreproduced(criteria, times: 3, of: submission, in: build, for: kata.kata)
    }
    #expect(lines().isEmpty)
    let index = try #require(criteria.firstIndex { $0.id == "no-overdraft" })
    criteria[index].failure?.message = "the moon is full"
    let line = try #require(lines().first)
    #expect(line.hasPrefix("no-overdraft: 3 of 3 replays of its schedule did not show"))
    var result = SubmissionResult(
      file: "a.swift", kata: "withdraw", outcome: .failed, criteria: criteria)
    let label = VerdictLabel(outcome: .failed, passes: [], fails: ["no-overdraft"])
    #expect(LabelComparison(label, result).status == .passed)
    result.unreproduced = lines()
    #expect(LabelComparison(label, result).status == .failed)
    #expect(LabelComparison(label, result).reasons == [line])
  }

  @Test func `a token is refused for other code`() throws {
    let starter = try catalog.kata("withdraw").starterPath
    let token = try #require(try explore(starter).criteria.compactMap(\.failure).first?.token)
    let other = home.answers + "/withdraw/nslock.swift"
    let replay = try grader.replay(token: token, path: other, catalog: catalog)
    #expect(!replay.reproduced)
    #expect(replay.reason?.contains("other code") == true)
  }

  @Test func `one seed gives one result, times aside`() throws {
    let path = home.answers + "/withdraw/Flawed/atomic-property.swift"
    let first = try explore(path)
    let second = try explore(path)
    #expect(timeless(first) == timeless(second))
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `a right answer is exhausted with any seed`(seed: UInt64) throws {
    let result = try explore(home.answers + "/withdraw/nslock.swift", seed: seed)
    #expect(result.outcome == .passed)
    for criterion in result.criteria where !criterion.bonus {
      #expect(!criterion.sampled, "\(criterion.id)")
      for evidence in criterion.evidence {
        #expect(evidence.exhausted, "\(criterion.id): \(evidence.scenario)")
      }
    }
  }

  private func timeless(_ result: SubmissionResult) -> SubmissionResult {
    var result = result
    result.seconds = 0
    for criterion in result.criteria.indices {
      for evidence in result.criteria[criterion].evidence.indices {
        result.criteria[criterion].evidence[evidence].seconds = 0
      }
    }
    return result
  }
}
