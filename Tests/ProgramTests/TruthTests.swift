import Records
import Testing

@testable import Grading

/// The controlled scheduler tells the truth about every program in `Tests/Programs`.
@Suite struct TruthTests {
  private let runs: ProgramRuns

  init() throws { runs = try ProgramRuns.all.get() }

  private func entries(_ labels: ProgramLine.Label...) -> [ProgramRuns.Entry] {
    runs.entries.filter { labels.contains($0.label) }
  }

  @Test func `every program has a name of its own`() {
    #expect(Set(runs.entries.map(\.name)).count == runs.entries.count)
  }

  @Test func `exploring shows what a program can come to, all of it and nothing else`() {
    for entry in runs.entries {
      #expect(
        Set(entry.explored.seen) == Set(entry.explored.expected),
        "\(entry.name): \(summary(entry))")
      #expect(entry.explored.notChecked == nil, "\(entry.name)")
    }
  }

  @Test func `what real threads show, exploring shows too`() {
    for entry in runs.entries {
      let surprises = Set(entry.real.seen).subtracting(
        entry.explored.seen + entry.explored.beyond)
      // Virtual time passes when nobody can run; on a busy machine it may be up before somebody has begun.
      if entry.explored.isTimed && !ProgramRuns.isAsked {
        withKnownIssue("a busy machine is late", isIntermittent: true) {
          #expect(surprises.isEmpty, "\(entry.name): \(surprises)")
        }
      } else {
        #expect(surprises.isEmpty, "\(entry.name): \(surprises)")
      }
      #expect(entry.real.notChecked == nil, "\(entry.name)")
      if entry.real.traps > 0 { #expect(entry.label == .traps, "\(entry.name) trapped") }
      if entry.real.hangs > 0 { #expect(entry.label == .deadlocks, "\(entry.name) hung") }
    }
  }

  @Test func `every order of a correct program is seen, and nothing is found`() {
    for entry in entries(.correct) {
      #expect(entry.explored.isExhausted, "\(entry.name): \(summary(entry))")
      #expect(entry.explored.findings.isEmpty, "\(entry.name): \(summary(entry))")
      #expect(entry.real.runs > 0, "\(entry.name)")
    }
  }

  @Test func `both sides of a race are the lines that are marked`() {
    for entry in entries(.races) {
      let races = entry.explored.findings.filter { $0.kind == .race }
      #expect(races.count == entry.explored.findings.count, "\(entry.name): \(summary(entry))")
      for race in races {
        #expect(race.places.count == 2, "\(entry.name)")
        for place in race.places {
          #expect(place.file == entry.explored.file, "\(entry.name): \(words(place))")
          #expect(
            entry.marked.contains(place.line ?? 0), "\(entry.name): \(words(place))")
        }
      }
      let lines = Set(races.flatMap(\.places).compactMap(\.line))
      #expect(lines == entry.marked, "\(entry.name): \(summary(entry))")
      #expect(!entry.marked.isEmpty, "\(entry.name)")
    }
  }

  @Test func `a deadlock is found, and nothing else`() {
    for entry in entries(.deadlocks) {
      let kinds = Set(entry.explored.findings.map(\.kind))
      #expect(kinds == [.deadlock], "\(entry.name): \(summary(entry))")
    }
  }

  @Test func `a trap is found with its reason, and real systems trap too`() {
    for entry in entries(.traps) {
      let reason = entry.explored.reason ?? "?"
      #expect(!entry.explored.findings.isEmpty, "\(entry.name)")
      for finding in entry.explored.findings {
        #expect(finding.message.contains(reason), "\(entry.name): \(summary(entry))")
      }
      // What traps in some orders only may be spared in the few that real threads took.
      if entry.explored.expected.isEmpty {
        #expect(entry.real.traps > 0, "\(entry.name)")
      }
    }
  }

  private func summary(_ entry: ProgramRuns.Entry) -> String {
    let line = entry.explored
    let findings = line.findings.map {
      "\($0.kind.rawValue): \($0.message) (\($0.places.map(words).joined(separator: "; ")))"
    }
    return "\(line.runs) schedules\(line.isExhausted ? ", exhausted" : ""), seen \(line.seen), "
      + "expected \(line.expected.sorted()), really \(entry.real.seen)\n  "
      + findings.joined(separator: "\n  ")
  }

  private func words(_ place: Place) -> String {
    "\(place.what) by \(place.thread) at \(place.file ?? "?"):\(place.line ?? 0)"
  }
}
