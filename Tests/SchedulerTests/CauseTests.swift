import Foundation
import Records
import Testing

@testable import Grading

/// What the runtime tells of a failure, from the program that fails to the sentence in the report.
@Suite(.serialized) struct CauseTests {
  private let grader: Grader
  private let catalog: Catalog
  private let home: Home

  init() throws {
    home = try Home.locate()
    grader = try Grader(home: home, environment: ProcessInfo.processInfo.environment)
    catalog = try Catalog.load(directories: [home.katas])
  }

  private func explore(_ answer: String) throws -> SubmissionResult {
    grader.grade(
      SubmissionRequest(
        path: "\(home.answers)/withdraw/Flawed/\(answer).swift", kata: try catalog.kata("withdraw")),
      options: GradingOptions(seed: 1, arenas: [.explore]))
  }

  @Test(arguments: [
    ("check-outside-lock", "no-overdraft", "before it takes mutex 1 at line 18 to write"),
    ("atomic-property", "no-overdraft", "1 is given back after the read at line 13"),
    ("reentrant-actor", "no-overdraft", "is suspended between the read at line 10"),
    ("atomic-load-then-subtract", "no-overdraft", "are atomic each by itself"),
    ("try-lock-or-skip", "no-overdraft", "finds mutex 1 taken at line 19"),
    ("yields-and-gives-up", "no-overdraft", "in vain to change atomic 1 at line 15"),
    ("unlocked-getter", "race-free", "is guarded by mutex 1"),
    ("local-lock", "race-free", "not the same one"),
    ("concurrent-queue", "race-free", "it is concurrent, and neither is a barrier"),
    ("semaphore-of-2", "race-free", "it lets in more than one"),
    ("relocked-nslock", "live", "which it took itself at line 19"),
    ("lost-wakeup", "live", "nobody is left who could wake it"),
    ("condition-if-not-while", "race-free", "no lock is held at line 24"),
  ])
  func `a wrong answer is told its cause`(
    answer: String, criterion: String, words: String
  ) throws {
    let result = try explore(answer)
    let failure = try #require(result.criteria.first { $0.id == criterion }?.failure)
    #expect(failure.diagnosis?.contains(words) == true, "\(failure.diagnosis ?? "no diagnosis")")
  }

  @Test(arguments: [
    ("barrier-on-global-queue", "a barrier has no effect on a global queue"),
    ("local-lock", "each call makes a lock of its own"),
  ])
  func `what the runtime saw is noted with its line`(answer: String, words: String) throws {
    let notes = try explore(answer).notes
    #expect(notes.contains { $0.contains(words) && $0.contains("\(answer).swift:") }, "\(notes)")
  }
}
