import Grading

/// One submission: the verdicts, what they rest on, and every failure in full.
struct SubmissionText {
  private static let verdictWidth = 13
  /// A compiler says more than anybody reads.
  private static let maximumDiagnosisLines = 40

  private let result: SubmissionResult
  private let options: TextOptions
  private let paint: Paint

  /// - Parameter result: With its texts cleaned.
  init(_ result: SubmissionResult, options: TextOptions) {
    self.result = result
    self.options = options
    paint = Paint(isOn: options.color)
  }

  /// The lines.
  var lines: [String] {
    var blocks = [heading]
    blocks.append(diagnosis)
    blocks.append(result.criteria.flatMap(verdict))
    if !options.quiet {
      blocks += failures
      blocks.append(notes)
    }
    return Array(blocks.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  /// True if a verdict shown here rests on an exhausted search.
  var claimsProof: Bool {
    !options.quiet
      && result.criteria.contains {
        $0.verdict == .passed && $0.evidence.contains(where: \.exhausted)
      }
  }

  private var heading: [String] {
    let owner = result.candidate.map { "\($0), " } ?? ""
    let name = rule("\(owner)\(result.kata): \(result.file)", of: "═")
    return DisplayText.wrapped(name, to: options.width).map { paint($0, .strong) }
      + [paint(Wording.headline(result), Paint.Tone(result.outcome))]
      + (Wording.layers(result.layers).map { DisplayText.wrapped($0, to: options.width) } ?? [])
  }

  private var diagnosis: [String] {
    var lines: [String] = []
    if let text = result.diagnosis {
      let all = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap(diagnosisLine)
      lines = Array(all.prefix(Self.maximumDiagnosisLines))
      if all.count > lines.count {
        lines.append("  … \(Wording.count(all.count - lines.count, "more line"))")
      }
      while lines.last?.isEmpty == true { lines.removeLast() }
    }
    if result.graderFault {
      lines += DisplayText.wrapped(Wording.graderFault, to: options.width)
    }
    return lines
  }

  /// Words are wrapped; source that a compiler quotes keeps its columns, or its carets would point
  /// elsewhere.
  private func diagnosisLine(_ line: Substring) -> [String] {
    let isQuotation = line.drop { $0 == " " || $0.isNumber }.first == "|" || line.hasPrefix("  ")
    if isQuotation { return [DisplayText.truncated("  " + line, to: options.width)] }
    return DisplayText.wrapped(String(line), to: options.width, first: "  ", rest: "    ")
  }

  // MARK: - Verdicts

  private func verdict(_ criterion: CriterionResult) -> [String] {
    let indent = String(repeating: " ", count: Self.verdictWidth)
    let word = DisplayText.padded(Wording.verdict(criterion.verdict), to: Self.verdictWidth)
    var lines = DisplayText.wrapped(
      Wording.criterion(criterion), to: options.width, first: word, rest: indent)
    lines[0] = paint(word, Paint.Tone(criterion.verdict)) + lines[0].dropFirst(word.count)
    if let reason = criterion.reason, criterion.verdict == .notChecked {
      lines += DisplayText.wrapped(reason, to: options.width, first: indent, rest: indent)
    }
    guard !options.quiet else { return lines }
    return lines
      + EvidenceText(criterion.evidence).lines.flatMap { line in
        DisplayText.wrapped(line, to: options.width, first: indent, rest: indent + "  ")
          .map { paint($0, .faint) }
      }
  }

  // MARK: - Failures and notes

  private var failures: [[String]] {
    var shown: [(id: String, failure: Failure)] = []
    return result.criteria.flatMap { criterion -> [[String]] in
      guard let failure = criterion.failure else { return [] }
      let heading = [paint(rule(criterion.id), .strong)]
      if let earlier = shown.first(where: { $0.failure.isSameRun(as: failure) }) {
        let words = [failure.cause, Wording.sameRun(as: earlier.id)].filter { !$0.isEmpty }
        return [
          heading,
          DisplayText.wrapped(words.joined(separator: " "), to: options.width),
        ]
      }
      shown.append((criterion.id, failure))
      return [heading, FailureText(failure, file: result.file, options: options).lines]
    }
  }

  private var notes: [String] {
    guard !result.notes.isEmpty else { return [] }
    return [paint(rule("notes"), .strong), ""]
      + result.notes.flatMap {
        DisplayText.wrapped($0, to: options.width, first: "- ", rest: "  ")
      }
  }

  /// A heading that goes through to the right margin.
  private func rule(_ title: String, of line: Character = "─") -> String {
    let start = "\(line)\(line) \(title) "
    return start
      + String(repeating: line, count: max(0, options.width - DisplayText.width(start)))
  }
}

extension Failure {
  /// True if both show the same steps of the same scenario.
  fileprivate func isSameRun(as other: Failure) -> Bool {
    (kind, arena, driver, scenario) == (other.kind, other.arena, other.driver, other.scenario)
      && (message, places, timeline) == (other.message, other.places, other.timeline)
  }
}

extension Paint.Tone {
  init(_ outcome: Outcome) {
    switch outcome {
    case .passed: self = .good
    case .failed, .buildFailed, .refused: self = .bad
    case .notChecked: self = .open
    }
  }

  init(_ verdict: Verdict) {
    switch verdict {
    case .passed: self = .good
    case .failed: self = .bad
    case .notChecked: self = .open
    }
  }
}
