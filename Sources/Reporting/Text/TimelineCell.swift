/// What stands in a thread's column in one row: the source line, and the values behind an arrow.
struct TimelineCell {
  private let text: String
  private let detail: String

  init(_ row: TimelineRows.Row) {
    text = row.text
    detail = row.details.isEmpty ? "" : "→ " + row.details.joined(separator: ", ")
  }

  /// One to `limit` lines of at most `width` columns. Values are cut later than source, which the
  /// reader has before him.
  func lines(width: Int, limit: Int) -> [String] {
    if DisplayText.width(whole) <= width { return [whole] }
    if detail.isEmpty { return wrapped(text, width, limit) }
    if limit == 1 { return [inOneLine(width)] }
    let values = wrapped(detail, width, limit - 1)
    return wrapped(text, width, limit - values.count) + values
  }

  /// What it takes with the values below the text.
  var width: Int { max(textWidth, DisplayText.width(detail)) }

  /// What it takes in one line.
  var wholeWidth: Int { DisplayText.width(whole) }

  /// True if no value is cut.
  func keepsValues(width: Int, limit: Int) -> Bool {
    detail.isEmpty
      || lines(width: width, limit: limit).joined().filter { $0 != " " }
        .hasSuffix(detail.filter { $0 != " " })
  }

  private func inOneLine(_ width: Int) -> String {
    let values = DisplayText.truncated(detail, to: max(width * 2 / 3, width - 1 - textWidth))
    let room = width - DisplayText.width(values) - 1
    return DisplayText.truncated(text, to: room) + " " + values
  }

  private var whole: String { detail.isEmpty ? text : "\(text) \(detail)" }

  private var textWidth: Int { DisplayText.width(text) }

  /// Wraps between words; what is left over after `limit` lines is cut.
  private func wrapped(_ text: String, _ width: Int, _ limit: Int) -> [String] {
    let lines = DisplayText.wrapped(text, to: width, rest: "  ")
    let kept = lines.prefix(limit - 1)
    guard lines.count > kept.count else { return Array(kept) }
    let last =
      [lines[kept.count].drop { $0 == " " }]
      + lines.dropFirst(limit).map { $0.drop { $0 == " " } }
    let indent = kept.isEmpty ? "" : "  "
    return (kept + [indent + last.joined(separator: " ")])
      .map { DisplayText.truncated($0, to: width) }
  }
}
