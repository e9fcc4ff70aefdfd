import Foundation
import Testing

/// The table of all programs, `Tests/Programs/Results.md`, is written by `scripts/programs --write`.
@Suite struct TableTests {
  private let runs: ProgramRuns

  init() throws { runs = try ProgramRuns.all.get() }

  @Test func `every program is in the table, as it is`() throws {
    guard runs.isComplete else { return }
    let table = ProgramTable(runs: runs)
    if ProcessInfo.processInfo.environment["RANDORI_WRITE_TABLE"] != nil {
      try table.text.write(toFile: ProgramTable.path, atomically: true, encoding: .utf8)
    }
    let written = try String(contentsOfFile: ProgramTable.path, encoding: .utf8)
    let rows = Set(written.split(separator: "\n").map { ProgramTable.lasting(of: String($0)) })
    for entry in runs.entries {
      #expect(
        rows.contains(ProgramTable.lasting(of: table.row(entry))),
        "\(entry.name) is not in the table as it is: scripts/programs --write")
    }
    let names = Set(runs.entries.map { "`\($0.name)`" })
    let listed = rows.filter { $0.hasPrefix("| `") }.map {
      $0.split(separator: "|")[0].trimmingCharacters(in: .whitespaces)
    }
    #expect(Set(listed).subtracting(names).isEmpty, "programs that are no more")
  }
}
