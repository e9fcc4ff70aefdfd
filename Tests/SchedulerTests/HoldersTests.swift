import Foundation
import Records
import Testing

@testable import Grading
@testable import Reporting

/// What the report says that holds an object, for every leaking answer of the katas about ownership,
/// against a snapshot. A few schedules of each scenario are enough to see.
///
/// `WRITE_SNAPSHOTS=1 swift test --filter HoldersTests` writes it anew; then read what changed.
@Suite(.serialized) struct HoldersTests {
  private static let katas = ["order-timer", "weak-strong", "poll-timer", "delegate"]

  /// The criteria that an object which is still there breaks.
  private static let aboutEnds: Set = ["released", "stopped-on-deinit"]

  private let grader: Grader
  private let catalog: Catalog
  private let home: Home
  private var snapshot: String { "\(home.directory)/Tests/Fixtures/holders.txt" }

  init() throws {
    home = try Home.locate()
    grader = try Grader(home: home, environment: ProcessInfo.processInfo.environment)
    catalog = try Catalog.load(directories: [home.katas])
  }

  /// What is said of each answer that is labelled so.
  private func holders(of kata: String, where isWanted: (VerdictLabel) -> Bool) throws -> String {
    let folder = "\(home.answers)/\(kata)"
    let labels = try VerdictLabels.read(in: folder, kata: kata).answers
    let names = labels.filter { isWanted($0.value) }.keys.sorted()
    try #require(!names.isEmpty)
    let kata = try catalog.kata(kata)
    let results = grader.grade(
      names.map { SubmissionRequest(path: "\(folder)/\($0).swift", kata: kata) },
      options: GradingOptions(seed: 1, arenas: [.explore], maximumSchedules: 20))
    return zip(names, results).map { name, result in
      let leaks = result.criteria.compactMap { criterion in
        criterion.failure.flatMap { failure in
          failure.kind == .leak ? "\(criterion.id): \(failure.message)\n\(Self.text(failure))" : nil
        }
      }
      return leaks.isEmpty
        ? "" : "== \(kata.kata.id)/\(name)\n\(leaks.joined(separator: "\n"))\n"
    }.joined()
  }

  /// The part of the report that says what holds it.
  private static func text(_ failure: Failure) -> String {
    let lines = FailureText(failure, file: "", options: TextOptions(width: 100)).lines
    let start = lines.firstIndex(of: Wording.placesTitle(.leak)) ?? lines.endIndex
    return lines[start...].dropFirst().prefix { !$0.isEmpty }.joined(separator: "\n")
  }

  @Test func `the holders of each leaking answer are those of the snapshot`() throws {
    let text = try Self.katas.map { kata in
      try holders(of: kata) { !Self.aboutEnds.isDisjoint(with: $0.fails) }
    }.joined()
    if ProcessInfo.processInfo.environment["WRITE_SNAPSHOTS"] != nil {
      try text.write(toFile: snapshot, atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOfFile: snapshot, encoding: .utf8)
    // Line by line, so that a failure shows what differs.
    #expect(text.split(separator: "\n") == expected.split(separator: "\n"))
  }

  @Test func `no holder is shown for an answer that misses nothing`() throws {
    let text = try Self.katas.map { try holders(of: $0) { $0.fails.isEmpty } }.joined()
    #expect(text.isEmpty)
  }
}
