import Testing

/// ThreadSanitizer is the second witness. What it says depends on the machine's load, so that
/// nothing here asks that it finds a race; but where it is wrong, there is a reason. A new false alarm
/// fails `scripts/programs`; a plain `swift test` only shows it, since any load may bring it.
@Suite struct WitnessTests {
  private let runs: ProgramRuns

  init() throws { runs = try ProgramRuns.all.get() }

  @Test func `where ThreadSanitizer accuses a correct program, it is known why`() {
    for entry in runs.entries where entry.label == .correct {
      let races = (entry.witnessed ?? []).map { places in
        places.map { "\($0.what) at \($0.file ?? "?"):\($0.line ?? 0)" }
      }
      let isKnown = Disagreement.all.contains { $0.program == entry.name && $0.isFalseAlarm }
      if ProgramRuns.isAsked && !isKnown {
        #expect(races.isEmpty, "\(entry.name)")
        continue
      }
      // Whether it comes depends on the load; when it does not come, nothing is wrong.
      withKnownIssue("ThreadSanitizer's false alarm", isIntermittent: true) {
        #expect(races.isEmpty, "\(entry.name)")
      }
    }
  }

  @Test func `what ThreadSanitizer is said to miss, it misses`() {
    for entry in runs.entries where entry.label == .races {
      guard Disagreement.all.contains(where: { $0.program == entry.name && !$0.isFalseAlarm })
      else { continue }
      #expect(entry.witnessed?.isEmpty == true, "\(entry.name) is reported after all")
    }
  }

  @Test func `every disagreement is about a program of the right kind, and says why`() {
    guard runs.isComplete else { return }
    let labels = Dictionary(uniqueKeysWithValues: runs.entries.map { ($0.name, $0.label) })
    for disagreement in Disagreement.all {
      #expect(
        labels[disagreement.program] == (disagreement.isFalseAlarm ? .correct : .races),
        "\(disagreement.program)")
      #expect(disagreement.reason.count > 20)
    }
  }
}
