package import Grading

/// Draws a timeline: a column a thread, time running down, what was broken last.
///
/// ```
/// step  line │ client 1                        │ client 2
///    4    12 │ if balance >= amount {          │
///            │ → read 100                     │
///    7    12 │                                 │ if balance >= amount {
///            │                                 │ → read 100
///    9    14 │ balance -= amount               │
///            │ → read 100, write 20          │
///   13    14 │                                 │ balance -= amount
///            │                                 │ → read 20, write -60
/// ✗ the balance after both is -60, not 20
/// ```
///
/// Up to three threads get a column of text each. More, or three with values too long for that,
/// get a column of one letter each, and the text stands beside them.
package struct TimelineText: Sendable {
  private static let maximumTextColumns = 3
  /// The most columns that a file's name and line take where there are several files.
  private static let maximumPlace = 22

  /// The most columns that a thread's name takes in the list of letters.
  private static let maximumName = 30

  private let timeline: TimelineRows
  private let width: Int
  private let stepWidth: Int
  private let placeWidth: Int
  private let paint: Paint

  package init(_ steps: [TimelineStep], options: TextOptions = TextOptions()) {
    let timeline = TimelineRows(steps)
    self.timeline = timeline
    width = options.width
    stepWidth = max(4, timeline.rows.map { String($0.step).count }.max() ?? 0)
    let places = timeline.rows.map { DisplayText.width(Self.place($0, of: timeline)) }
    placeWidth = max(4, places.max() ?? 0)
    paint = Paint(isOn: options.color)
  }

  /// The lines, none longer than the width; none at all if there are no steps. No more than 30
  /// lines below the heading unless what was broken takes more.
  package var lines: [String] {
    guard !timeline.rows.isEmpty else { return [] }
    let verdict = timeline.verdict.map {
      DisplayText.wrapped($0, to: width, first: "✗ ", rest: "  ")
    }
    let room = TimelineRows.maximum - (verdict?.count ?? 0)
    let body = columns(room: room) ?? lanes(room: room)
    return body + (verdict ?? []).map { paint($0, .bad) }
  }

  // MARK: - A column of text a thread

  /// nil if there are too many threads, or if three are so wide that values would be cut.
  private func columns(room: Int) -> [String]? {
    let threads = timeline.threads
    guard threads.count <= Self.maximumTextColumns else { return nil }
    let widths = columnWidths
    let heading =
      marginHeading + bars(zip(threads, widths).map(DisplayText.truncatedAtFront), widths)
    let (lines, limit) = fitting(room: room) { row, limit in
      guard let thread = row.thread, let column = threads.firstIndex(of: thread) else {
        return [place(of: row) + "│ " + DisplayText.truncated(row.text, to: width - margin - 2)]
      }
      let cell = TimelineCell(row).lines(width: widths[column], limit: limit)
      return cell.enumerated().map { index, line in
        var cells = Array(repeating: "", count: threads.count)
        cells[column] = line
        return (index == 0 ? place(of: row) : blankMargin) + bars(cells, widths)
      }
    }
    let cutsValues = timeline.rows.contains { row in
      let column = threads.firstIndex { $0 == row.thread }
      return column.map { !TimelineCell(row).keepsValues(width: widths[$0], limit: limit) } ?? false
    }
    if threads.count == Self.maximumTextColumns && cutsValues { return nil }
    return [paint(heading, .strong)] + lines
  }

  /// Every thread gets what it needs if that is less than its share; the others share the rest.
  private var columnWidths: [Int] {
    let threads = timeline.threads
    // Each column is a bar, a space and its text; all but the last have a space behind it.
    var free = width - margin - 3 * threads.count + 1
    let inOneLine = needs(\.wholeWidth)
    let needs = inOneLine.reduce(0, +) <= free ? inOneLine : needs(\.width)
    var widths = needs
    let byNeed = needs.indices.sorted { (needs[$0], $0) < (needs[$1], $1) }
    for (done, column) in byNeed.enumerated() {
      widths[column] = min(needs[column], free / (threads.count - done))
      free -= widths[column]
    }
    return widths
  }

  private func needs(_ width: (TimelineCell) -> Int) -> [Int] {
    timeline.threads.map { thread in
      let cells = timeline.rows.filter { $0.thread == thread }.map { width(TimelineCell($0)) }
      return max(DisplayText.width(thread), cells.max() ?? 0)
    }
  }

  private func bars(_ cells: [String], _ widths: [Int]) -> String {
    let text = zip(cells, widths).map { "│ " + DisplayText.padded($0, to: $1) }
      .joined(separator: " ")
    return DisplayText.withoutTrailingSpaces(text)
  }

  // MARK: - A letter a thread

  private func lanes(room: Int) -> [String] {
    let threads = timeline.threads
    let letters = (0..<threads.count).map(Self.letter)
    // Wide apart as long as that leaves most of the line to the text.
    let gap = threads.count <= 10 ? " " : ""
    let laneWidth = threads.count + (threads.count - 1) * gap.count + 1
    let cell = width - margin - laneWidth - 2
    let legend = zip(letters, threads).map { letter, thread in
      let name = DisplayText.truncatedAtFront(thread, to: Self.maximumName)
      return "\(letter) = \(name)".replacing(" ", with: "\u{a0}")
    }
    // No line is broken inside a name.
    let names = DisplayText.wrapped(legend.joined(separator: ", "), to: width)
      .map { $0.replacing("\u{a0}", with: " ") }
    let heading = marginHeading + "│ " + letters.joined(separator: gap)
    let (rows, _) = fitting(room: room - names.count) { row, limit in
      guard let thread = row.thread, let column = threads.firstIndex(of: thread) else {
        return [place(of: row) + "│ " + DisplayText.truncated(row.text, to: width - margin - 2)]
      }
      return TimelineCell(row).lines(width: cell, limit: limit).enumerated().map { index, line in
        let marks = letters.indices.map { index == 0 && $0 == column ? letters[$0] : "·" }
        let start = index == 0 ? place(of: row) : blankMargin
        return start + "│ " + marks.joined(separator: gap) + " " + line
      }
    }
    return names + [paint(heading, .strong)] + rows
  }

  private static func letter(_ index: Int) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
    return String(letters[index % letters.count])
  }

  // MARK: - Both

  /// Lays out all rows with as much room for each as leaves the whole within `room` lines; at
  /// least one line each.
  private func fitting(
    room: Int, _ layOut: (TimelineRows.Row, _ limit: Int) -> [String]
  ) -> (lines: [String], limit: Int) {
    for limit in [3, 2] {
      let lines = timeline.rows.flatMap { layOut($0, limit) }
      if lines.count <= room { return (lines, limit) }
    }
    return (timeline.rows.flatMap { layOut($0, 1) }, 1)
  }

  /// How many columns stand before the threads.
  private var margin: Int { stepWidth + 2 + placeWidth + 1 }

  private var blankMargin: String { String(repeating: " ", count: margin) }

  private var marginHeading: String {
    DisplayText.right("step", to: stepWidth) + "  " + DisplayText.right("line", to: placeWidth)
      + " "
  }

  private func place(of row: TimelineRows.Row) -> String {
    DisplayText.right(String(row.step), to: stepWidth) + "  "
      + DisplayText.right(Self.place(row, of: timeline), to: placeWidth) + " "
  }

  /// The line; the file too if there are several.
  private static func place(_ row: TimelineRows.Row, of timeline: TimelineRows) -> String {
    guard let file = row.file, let line = row.line else { return "" }
    guard timeline.onlyFile == nil else { return String(line) }
    return DisplayText.truncatedAtFront("\(file):\(line)", to: maximumPlace)
  }
}
