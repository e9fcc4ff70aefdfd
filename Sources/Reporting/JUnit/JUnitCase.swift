import Grading

/// One criterion as a test case.
struct JUnitCase {
  /// How it ended.
  struct End {
    /// The element that says so; `passed` has none.
    enum Kind: String {
      case passed
      case failure
      case error
      case skipped
    }

    /// The element.
    let kind: Kind
    /// Its `type`.
    let type: String
    /// One line.
    let message: String
    /// Everything there is to say.
    let text: String

    /// True if a reader must not take the case for success.
    var isBad: Bool { kind == .failure || kind == .error }
  }

  /// Unique in the report.
  let name: String
  /// What readers group by.
  let className: String
  /// The submission.
  let file: String
  /// How long its runs took.
  let seconds: Double
  /// How it ended.
  let end: End
  /// What the verdict rests on.
  let output: [String]

  /// The element.
  var lines: [String] {
    let attributes = [
      "classname": className, "name": name, "file": file, "time": Self.time(seconds),
    ].sorted { $0.key < $1.key }
      .map { "\($0.key)=\"\(XMLText.attribute($0.value))\"" }.joined(separator: " ")
    var children: [String] = []
    if end.kind != .passed {
      children.append(
        "      <\(end.kind.rawValue) message=\"\(XMLText.attribute(end.message))\""
          + " type=\"\(XMLText.attribute(end.type))\">"
          + "\(XMLText.content(end.text))</\(end.kind.rawValue)>")
    }
    if !output.isEmpty {
      let text = XMLText.content(output.joined(separator: "\n"))
      children.append("      <system-out>\(text)</system-out>")
    }
    if children.isEmpty { return ["    <testcase \(attributes)/>"] }
    return ["    <testcase \(attributes)>"] + children + ["    </testcase>"]
  }

  /// Seconds with a full stop and three digits, in every locale.
  static func time(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0, seconds < 1e12 else { return "0.000" }
    let milliseconds = Int((seconds * 1000).rounded())
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }
}

extension JUnitCase.End {
  /// How a criterion ended.
  init(_ criterion: CriterionResult, of result: SubmissionResult) {
    switch (criterion.verdict, criterion.failure) {
    case (.passed, _):
      self.init(kind: .passed, type: "", message: "", text: "")
    case (.failed, let failure):
      let lines = failure.map { FailureText($0, file: result.file, options: TextOptions()).lines }
      // A bonus that is missed must not turn a passed submission red.
      self.init(
        kind: criterion.bonus ? .skipped : .failure,
        type: criterion.bonus ? "bonus" : failure?.kind.rawValue ?? "failed",
        message: failure?.message ?? criterion.title,
        text: lines?.joined(separator: "\n") ?? criterion.title)
    case (.notChecked, _):
      let reason = criterion.reason ?? Wording.verdict(.notChecked)
      let decides = result.outcome == .notChecked && !criterion.bonus
      self.init(
        kind: decides ? .error : .skipped, type: "notChecked", message: reason, text: reason)
    }
  }

  /// How a submission ended that has no criteria to show.
  init(_ result: SubmissionResult) {
    let said = result.diagnosis ?? Wording.headline(result)
    let fault = result.graderFault ? [Wording.graderFault] : []
    let first = said.split(separator: "\n").first.map(String.init) ?? ""
    self.init(
      kind: result.outcome == .passed ? .passed : .error, type: result.outcome.rawValue,
      message: first.isEmpty ? Wording.headline(result) : first,
      text: ([said] + fault).joined(separator: "\n"))
  }
}
