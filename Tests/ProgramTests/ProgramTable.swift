/// What came of all programs, as Markdown.
struct ProgramTable {
  static let path = TestPrograms.folder + "/Results.md"
  /// Columns that do not depend on the machine, the seed, or the search.
  private static let lastingColumns = 4

  let runs: ProgramRuns

  var text: String {
    var lines = [
      "# What the programs came to", "",
      "Written by `scripts/programs --write`. How to read and to add programs: [README](README.md).",
      "",
      "- *explored*: how many schedules ran; *all* where that is every one that can differ.",
      "- *real threads*: rounds, and which of the outcomes came up in them.",
      "- *ThreadSanitizer*: what it said, asked for a tenth of a second; it depends on the load.",
      "",
    ]
    let count = { (label: ProgramLine.Label) in runs.entries.count { $0.label == label } }
    lines.append(
      "\(runs.entries.count) programs: \(count(.correct)) correct, \(count(.races)) that race, "
        + "\(count(.deadlocks)) that deadlock, \(count(.traps)) that trap.")
    var group = ""
    for entry in runs.entries {
      if entry.explored.group != group {
        group = entry.explored.group
        lines += [
          "", "## \(group)", "",
          "| program | shows | label | outcomes | explored | real threads | ThreadSanitizer |",
          "|---|---|---|---|---|---|---|",
        ]
      }
      lines.append(row(entry))
    }
    lines += ["", "## Where ThreadSanitizer is wrong", ""]
    for disagreement in Disagreement.all {
      lines.append(
        "- `\(disagreement.program)`, \(disagreement.isFalseAlarm ? "a false alarm" : "a miss"): "
          + disagreement.reason)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  func row(_ entry: ProgramRuns.Entry) -> String {
    let line = entry.explored
    var label = line.label.rawValue
    if let reason = line.reason { label += ": \(reason)" }
    let cells = [
      "`\(line.name)`", line.shows, label, outcomes(line),
      "\(line.runs)\(line.isExhausted ? ", all" : "")", really(entry), word(entry),
    ]
    return "| "
      + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
  }

  /// The columns of a row that do not depend on a run.
  static func lasting(of row: String) -> String {
    row.split(separator: " | ").prefix(lastingColumns).joined(separator: " | ")
  }

  private func outcomes(_ line: ProgramLine) -> String {
    guard !line.expected.isEmpty else { return "none" }
    let beyond = line.beyond.map { "(really also \($0))" }
    return (line.expected.sorted() + beyond).joined(separator: "; ")
  }

  private func really(_ entry: ProgramRuns.Entry) -> String {
    let real = entry.real
    var parts: [String] = []
    if real.runs > 0 {
      parts.append("\(real.runs): \(real.seen.count) of \(real.expected.count)")
    }
    if real.traps > 0 { parts.append("\(real.traps) trapped") }
    if real.hangs > 0 { parts.append("\(real.hangs) hung") }
    return parts.joined(separator: ", ")
  }

  private func word(_ entry: ProgramRuns.Entry) -> String {
    guard let races = entry.witnessed else { return "not asked" }
    switch (entry.label, races.isEmpty) {
    case (.races, false): return "reports it"
    case (.races, true): return "silent"
    case (_, false): return "false alarm"
    case (_, true): return "silent, rightly"
    }
  }
}
