import Foundation
import Grading
import Reporting

/// What the tool itself says to people; the words of reports are in Reporting.
enum ToolWording {
  static let version = "kata \(Tool.version), of randori"
  static let noCommand = "kata: no command given; 'kata help' lists them, 'kata list' the katas"
  static let buildingKit =
    "kata: building what submissions are run with; once for each toolchain, about a minute"
  static let startExists = "is there already and stays as it is; use --into for another folder"
  static let startUnwritable = "cannot be written; use --into for a folder that can"

  static func lostResults(_ reason: String) -> String {
    "the results could not be written: \(reason)"
  }

  // MARK: - Katas

  /// What `list` shows of a kata.
  struct ListRow: Sendable {
    let kata: Kata
    let passed: Bool
    let hintsShown: Int
  }

  static func list(_ rows: [ListRow]) -> String {
    guard !rows.isEmpty else { return "There is no kata." }
    let width = rows.map(\.kata.id.count).max() ?? 0
    let indent = String(repeating: " ", count: "[x] ".count + width + 2)
    let lines = rows.map { row in
      let id = row.kata.id + String(repeating: " ", count: width - row.kata.id.count)
      let hints = row.hintsShown == 0 ? "" : "  (hints: \(row.hintsShown))"
      let concepts = DisplayText.wrapped(
        row.kata.concepts.joined(separator: ", "), to: 80, first: indent, rest: indent)
      return "\(row.passed ? "[x]" : "[ ]") \(id)  \(row.kata.title)\(hints)\n"
        + concepts.joined(separator: "\n")
    }
    let passed = rows.count(where: \.passed)
    return CleanText.lines(
      lines.joined(separator: "\n") + "\n\n\(passed) of \(rows.count) passed. "
        + "'kata show ID' shows a task, 'kata start ID' begins it.")
  }

  static func belowMark(_ result: SubmissionResult, points: Int, mark: Int) -> String {
    let name = CleanText.line(result.candidate.map { "\($0), \(result.kata)" } ?? result.file)
    return "kata: \(name): \(points) points count, \(mark) are asked for"
  }

  static func judged(_ kata: Kata) -> String {
    let rows = kata.criteria.map { criterion in
      let bonus = criterion.bonus == true ? ", bonus" : ""
      return "  \(criterion.id), \(criterion.points) points\(bonus): \(criterion.title)"
    }
    return CleanText.lines(
      "Judged:\n\(rows.joined(separator: "\n"))\n\n"
        + "'kata start \(kata.id)' begins, 'kata run \(kata.id)' shows the starter going wrong.")
  }

  static func noHints(_ id: String) -> String {
    "There are no hints for \(id)."
  }

  static func hint(_ text: String, number: Int, of count: Int, kata: String) -> String {
    let next =
      number < count
      ? "Next: kata hint \(kata) \(number + 1)" : "That was the last hint for \(kata)."
    return "Hint \(number) of \(count)\n\n\(text)\n\n\(next)"
  }

  static func started(_ id: String, path: String) -> String {
    "\(CleanText.line(path)) is there. Next: kata run \(id) \(CleanText.line(path)) --watch"
  }

  static func watching(_ path: String) -> String {
    "kata: waiting for \(CleanText.line(path)) to change; Ctrl-C ends"
  }

  // MARK: - Grading

  /// "3/20 ann: withdraw passed, 80 of 100"
  static func progress(_ progress: GradingProgress) -> String {
    let result = progress.latest
    let name = result.candidate ?? result.file
    return CleanText.line(
      "\(progress.done)/\(progress.total) \(name): \(result.kata) \(result.outcome.rawValue), "
        + "\(result.score) of \(result.possible)")
  }

  static func skippedLink(_ path: String) -> String {
    remark(path, "is a symbolic link, which is not followed; passed over")
  }

  static func skippedLoose(_ path: String) -> String {
    remark(path, "is in no candidate's folder; passed over")
  }

  static func skippedEmpty(_ path: String) -> String {
    remark(path, "holds nothing that is named like a kata, such as withdraw.swift")
  }

  static func skippedUnreadable(_ path: String) -> String {
    remark(path, "cannot be read; passed over")
  }

  static func skippedUnknown(_ path: String, nearest: String?) -> String {
    remark(path, "is named like no kata\(guess(nearest.map { $0 + ".swift" })) it is passed over")
  }

  private static func remark(_ path: String, _ words: String) -> String {
    "kata: \(CleanText.line(path)) \(words)"
  }

  // MARK: - The machine

  static func doctor(_ findings: [Diagnosis]) -> String {
    let lines = findings.flatMap { finding in
      let mark =
        switch finding.status {
        case .good: "ok     "
        case .weak: "weak   "
        case .missing: "MISSING"
        }
      let advice = finding.advice.map { ["        \($0)"] } ?? []
      return ["\(mark) \(finding.name): \(finding.detail)"] + advice
    }
    let missing = findings.count { $0.status == .missing }
    let end = missing == 0 ? "Submissions can be graded here." : "Nothing can be graded until then."
    return CleanText.lines(lines.joined(separator: "\n") + "\n\n" + end)
  }

  // MARK: - Complaints

  /// One message: what is wrong, and what to do.
  static func complaint(_ error: any Error) -> String {
    complaint((error as? ArgumentError).map(words) ?? words(foreign: error))
  }

  static func complaint(_ words: String) -> String {
    "kata: " + CleanText.lines(words)
  }

  static func graderFault(_ words: String) -> String {
    complaint("the grader itself failed: \(words)")
  }

  private static func words(foreign error: any Error) -> String {
    // Cocoa's own description names the file and the reason in one sentence.
    error is CocoaError ? error.localizedDescription : "\(error)"
  }

  private static func words(_ error: ArgumentError) -> String {
    switch error {
    case .unknownCommand(let name, let nearest):
      "there is no command '\(name)'\(guess(nearest)) 'kata help' lists them"
    case .unknownOption(let name, let command, let nearest):
      "'kata \(command)' has no option \(name)\(guess(nearest)) 'kata help \(command)' lists them"
    case .missingValue(let option, let value):
      "\(option) wants a value: \(option) \(value)"
    case .unexpectedValue(let option):
      "\(option) takes no value; leave out what follows '='"
    case .badValue(let option, let text, let wanted):
      "\(option) cannot be '\(text)'; it must be \(wanted)"
    case .givenTwice(let option):
      "\(option) is given twice; leave one out"
    case .missingArgument(let name, let usage):
      "\(name) is missing; \(ways(usage))"
    case .unexpectedArgument(let word, let usage):
      "'\(word)' is one word too many; \(ways(usage))"
    case .unknownKata(let id, let nearest, let known):
      "there is no kata '\(id)'\(guess(nearest)) there are: \(known.joined(separator: ", "))"
    case .noKataNamed(let path):
      "'\(path)' is no folder of a class; for a file say which kata it is for: "
        + "kata grade ID \(path)"
    case .emptyClass(let directory):
      "\(directory) holds no submission; a class is DIR/<candidate>/<id>.swift, and for files of "
        + "one kata say which: kata grade ID \(directory)"
    case .unusable(let path, let reason):
      "\(path): \(reason)"
    }
  }

  private static func guess(_ nearest: String?) -> String {
    nearest.map { "; did you mean '\($0)'?" } ?? ";"
  }

  private static func ways(_ usage: [String]) -> String {
    "say " + usage.map { "'kata \($0)'" }.joined(separator: " or ")
  }
}
