import Grading

/// Many submissions at a glance: a line each, and how many there are of what.
struct SummaryTable {
  private static let headings = ["candidate", "kata", "outcome", "score", "failed"]
  private static let gap = "  "
  private static let leastForNames = 9

  private let results: [SubmissionResult]
  private let options: TextOptions
  private let paint: Paint

  /// - Parameter results: With their texts cleaned.
  init(_ results: [SubmissionResult], options: TextOptions) {
    self.results = results
    self.options = options
    paint = Paint(isOn: options.color)
  }

  /// The heading, a line a submission, and the count.
  var lines: [String] {
    let widths = self.widths
    let heading = line(Self.headings, widths)
    let rows = results.map { result in
      let cells = [
        DisplayText.truncatedAtFront(Self.owner(result), to: widths[0]),
        DisplayText.truncated(result.kata, to: widths[1]),
        Wording.outcome(result.outcome), Self.score(result),
        Self.failed(result, width: widths[4]),
      ]
      return line(cells, widths, Paint.Tone(result.outcome))
    }
    return [paint(heading, .strong)] + rows + [""]
      + DisplayText.wrapped(Wording.counts(results), to: options.width)
  }

  private static func owner(_ result: SubmissionResult) -> String {
    result.candidate ?? result.file
  }

  private static func score(_ result: SubmissionResult) -> String {
    "\(result.score)/\(result.possible)"
  }

  /// The ids that fit, and how many more there are.
  private static func failed(_ result: SubmissionResult, width: Int) -> String {
    let ids = result.criteria.filter { $0.verdict == .failed && !$0.bonus }.map(\.id)
    for count in stride(from: ids.count, to: 0, by: -1) {
      let more = count == ids.count ? "" : " +\(ids.count - count)"
      let text = ids.prefix(count).joined(separator: ", ") + more
      if DisplayText.width(text) <= width { return text }
    }
    return ids.isEmpty ? "" : DisplayText.truncated(ids.joined(separator: ", "), to: width)
  }

  /// Names and lists of what failed share what the rest leaves.
  private var widths: [Int] {
    let kata = min(20, widest(1, results.map(\.kata)))
    let outcome = widest(2, results.map { Wording.outcome($0.outcome) })
    let score = widest(3, results.map(Self.score))
    let gaps = (Self.headings.count - 1) * Self.gap.count
    let free = max(2 * Self.leastForNames, options.width - kata - outcome - score - gaps)
    let failed = widest(4, results.map { Self.failed($0, width: .max) })
    let names = widest(0, results.map(Self.owner))
    let owner = min(names, max(free - failed, min(free - Self.headings[4].count, free / 2)))
    return [owner, kata, outcome, score, free - owner]
  }

  private func widest(_ column: Int, _ texts: [String]) -> Int {
    max(Self.headings[column].count, texts.map { DisplayText.width($0) }.max() ?? 0)
  }

  /// - Parameter tone: The outcome's colour; nil for none.
  private func line(_ cells: [String], _ widths: [Int], _ tone: Paint.Tone? = nil) -> String {
    let padded = cells.indices.map { index in
      let text =
        index == 3
        ? DisplayText.right(cells[index], to: widths[index])
        : DisplayText.padded(cells[index], to: widths[index])
      return index == 2 ? tone.map { paint(text, $0) } ?? text : text
    }
    return DisplayText.withoutTrailingSpaces(padded.joined(separator: Self.gap))
  }
}
