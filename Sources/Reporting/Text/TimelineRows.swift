import Grading

/// The rows of a timeline, made ready to be laid out: what happens in one line of the source
/// without another thread in between is one row, and long runs are folded.
struct TimelineRows {
  /// No timeline is longer than this, what was broken included.
  static let maximum = 30

  /// One row.
  struct Row: Equatable {
    /// The number of its first step.
    var step: Int
    /// The file as the candidate named it; nil outside his code.
    var file: String?
    /// The line, from 1.
    var line: Int?
    /// The column; nil for a row across all of them.
    var thread: String?
    /// The source line, or the operation.
    var text: String
    /// The values read and written.
    var details: [String]
  }

  /// The steps, folded ones included, without what was broken.
  let rows: [Row]
  /// What was broken; nil if the last step does not say.
  let verdict: String?
  /// The columns: in the order in which they appear, but `client 2` after `client 1`.
  let threads: [String]
  /// The one file that all rows are in; nil if there are several or none.
  let onlyFile: String?

  init(_ steps: [TimelineStep]) {
    var steps = steps[...]
    if let last = steps.last, last.thread.isEmpty, !last.text.hasPrefix("…") {
      verdict = last.text
      steps.removeLast()
    } else {
      verdict = nil
    }
    rows = Self.folded(Self.merged(steps), into: Self.maximum - (verdict == nil ? 0 : 1))
    threads = Self.columns(of: rows)
    let files = Set(rows.compactMap(\.file))
    onlyFile = files.count == 1 ? files.first : nil
  }

  private static func merged(_ steps: ArraySlice<TimelineStep>) -> [Row] {
    let memories = memories(in: steps)
    var rows: [Row] = []
    for step in steps {
      let details = [step.detail].compactMap { $0.map { short($0, memories: memories) } }
        .filter { !$0.isEmpty }
      let row = Row(
        step: step.step, file: step.file, line: step.line,
        thread: step.thread.isEmpty ? nil : step.thread, text: step.text, details: details)
      guard let last = rows.last, row.file != nil, row.thread != nil,
        (last.file, last.line, last.thread) == (row.file, row.line, row.thread),
        last.text == row.text
      else {
        rows.append(row)
        continue
      }
      // A write in two halves is one write to the reader.
      if last.details.last != details.last { rows[rows.count - 1].details += details }
    }
    return rows
  }

  /// "read memory 1: 100" is "read 100" where every column counts, as long as there is only one
  /// memory to speak of.
  private static func short(_ detail: String, memories: Set<Substring>) -> String {
    var detail = detail
    if memories.count == 1, let memory = memories.first {
      detail = detail.replacing(" \(memory)", with: "")
    }
    for word in ["read", "write", "load", "store", "update"] where detail.hasPrefix("\(word): ") {
      return "\(word) " + detail.dropFirst(word.count + 2)
    }
    return detail
  }

  /// "memory 1", wherever a step names one.
  private static func memories(in steps: ArraySlice<TimelineStep>) -> Set<Substring> {
    Set(steps.compactMap { $0.detail?.firstMatch(of: /memory [0-9]+/)?.output })
  }

  /// Leaves out the middle: how it begins and how it ends tell most.
  private static func folded(_ rows: [Row], into count: Int) -> [Row] {
    guard rows.count > count else { return rows }
    let head = count / 3
    let tail = count - head - 1
    let omitted = rows.count - head - tail
    let fold = Row(step: rows[head].step, text: "… \(omitted) more steps", details: [])
    return rows.prefix(head) + [fold] + rows.suffix(tail)
  }

  private static func columns(of rows: [Row]) -> [String] {
    var names: [String] = []
    for thread in rows.compactMap(\.thread) where !names.contains(thread) {
      names.append(thread)
    }
    let kinds = names.map(kind)
    return names.enumerated().sorted { left, right in
      let (first, second) = (kind(left.element), kind(right.element))
      if first.name != second.name {
        let places = [first, second].map { one in kinds.firstIndex { $0.name == one.name } ?? 0 }
        return places[0] < places[1]
      }
      return (first.number, left.offset) < (second.number, right.offset)
    }.map(\.element)
  }

  /// "client 12" taken apart.
  private static func kind(_ thread: String) -> (name: Substring, number: Int) {
    guard let space = thread.lastIndex(of: " "),
      let number = Int(thread[thread.index(after: space)...])
    else { return (thread[...], 0) }
    return (thread[..<space], number)
  }
}
