package import Records

/// Turns the steps of a schedule into the rows that a candidate reads. Pure.
package struct Timeline: Sendable {
  /// No timeline is longer than this.
  package static let maximumRows = 30

  /// The candidate's files by name.
  private let sources: [String: [Substring]]
  /// The contract's members: reading a stored property is a step of theirs, without a line.
  private let members: Set<String>

  /// - Parameters:
  ///   - sources: The text of each of the candidate's files, by name.
  ///   - members: The signatures of the contract's members.
  package init(sources: [String: String], members: Set<String> = []) {
    self.members = members
    self.sources = sources.mapValues {
      $0.split(separator: "\n", omittingEmptySubsequences: false)
    }
  }

  /// The rows of a finding, what it broke last; none if no schedule was recorded.
  package func rows(of finding: Finding) -> [TimelineStep] {
    guard let last = finding.trace.last else { return [] }
    let steps = finding.trace.filter(matters)
    let remarks = steps.indices.filter { steps[$0].effect == .remark }
    let verdict = TimelineStep(
      step: last.number + 1, thread: "", text: SafeText.withoutControls(finding.message))
    return Self.folded(steps.map(row), remarks: remarks, into: Self.maximumRows - 1) + [verdict]
  }

  /// True in the candidate's code, where his members are used without any, and where the harness
  /// remarks on what it does. What libraries do among themselves is no part of the story.
  private func matters(_ step: Step) -> Bool {
    if step.effect == .remark { return true }
    if let file = step.place.file { return sources[file] != nil }
    return step.place.function.map(members.contains) ?? false
  }

  private func row(_ step: Step) -> TimelineStep {
    let place = step.place
    guard let file = place.file, let line = place.line, let text = source(file, line) else {
      let member = place.function.flatMap { members.contains($0) ? $0 : nil }
      guard let member else {
        return TimelineStep(
          step: step.number, thread: place.thread, text: place.what, detail: step.detail)
      }
      return TimelineStep(
        step: step.number, thread: place.thread, text: member,
        detail: ([place.what] + [step.detail].compactMap { $0 }).joined(separator: ": "))
    }
    let detail = [place.what, step.detail].compactMap { $0 }.filter { !$0.isEmpty }
    return TimelineStep(
      step: step.number, thread: place.thread, file: file, line: line, text: text,
      detail: detail.isEmpty ? nil : detail.joined(separator: ": "))
  }

  /// The line without the white space around it; nil if it is not the candidate's.
  private func source(_ file: String, _ line: Int) -> String? {
    guard let lines = sources[file], lines.indices.contains(line - 1) else { return nil }
    let text = lines[line - 1].drop { $0 == " " || $0 == "\t" }
    return SafeText.withoutControls(String(text.prefix { $0 != "\r" }))
  }

  /// Leaves out rows until they fit, and says where and how many. What stays: the end, the
  /// beginning, the steps at which another thread takes over, and what the harness remarks on, the
  /// latest first.
  private static func folded(
    _ rows: [TimelineStep], remarks: [Int], into count: Int
  ) -> [TimelineStep] {
    guard rows.count > count else { return rows }
    let switches = rows.indices.dropFirst().filter { rows[$0].thread != rows[$0 - 1].thread }
    let byWorth =
      [rows.count - 1, 0] + switches.reversed().flatMap { [$0, $0 - 1] }
      + remarks.reversed() + rows.indices.reversed()
    var kept: Set<Int> = []
    for index in byWorth where !kept.contains(index) {
      kept.insert(index)
      if kept.count + gaps(between: kept.sorted(), of: rows.count) > count {
        kept.remove(index)
        if kept.count + 1 >= count { break }
      }
    }
    return unfolded(kept.sorted(), of: rows)
  }

  /// How many runs of left-out rows there are.
  private static func gaps(between kept: [Int], of total: Int) -> Int {
    zip([-1] + kept, kept + [total]).count { $1 - $0 > 1 }
  }

  private static func unfolded(_ kept: [Int], of rows: [TimelineStep]) -> [TimelineStep] {
    var result: [TimelineStep] = []
    for (before, index) in zip([-1] + kept, kept + [rows.count]) {
      let omitted = index - before - 1
      if omitted > 0 {
        let word = omitted == 1 ? "step" : "steps"
        result.append(
          TimelineStep(step: rows[before + 1].step, thread: "", text: "… \(omitted) more \(word)"))
      }
      if index < rows.count { result.append(rows[index]) }
    }
    return result
  }
}
