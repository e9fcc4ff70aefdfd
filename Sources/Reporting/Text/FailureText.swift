import Grading
import Records

/// One failure in full: what is wrong, what was seen, where, step by step, and how to see it again.
struct FailureText {
  private let failure: Failure
  /// The submission, as it was named on the command line.
  private let file: String
  private let options: TextOptions
  private let isReplayed: Bool

  /// - Parameters:
  ///   - failure: With its texts cleaned.
  ///   - isReplayed: Whether it is what a replay shows: whoever replays has the token already.
  init(_ failure: Failure, file: String, options: TextOptions, isReplayed: Bool = false) {
    self.isReplayed = isReplayed
    self.failure = failure
    self.file = file
    self.options = options
  }

  /// The lines.
  var lines: [String] {
    var blocks: [[String]] = []
    if !failure.cause.isEmpty { blocks.append(wrapped(failure.cause)) }
    blocks.append(
      wrapped(Wording.situation(failure))
        + DisplayText.wrapped(failure.message, to: options.width, first: "  ", rest: "  "))
    if let diagnosis = failure.diagnosis { blocks.append(wrapped(diagnosis)) }
    if !failure.places.isEmpty { blocks.append(places) }
    blocks.append(timeline)
    blocks.append(replay)
    return Array(blocks.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  /// A line or two for each place: who, what, where, and the source if the timeline has it.
  private var places: [String] {
    let places = failure.places.flatMap { place -> [String] in
      let who = place.thread.isEmpty ? "" : "\(place.thread): "
      let what = Wording.place(place)
      guard !what.isEmpty || place.file != nil else { return [] }
      var lines = DisplayText.wrapped(
        who + [what, Self.location(place)].filter { !$0.isEmpty }.joined(separator: " "),
        to: options.width, first: "  ", rest: "    ")
      if let source = source(of: place) {
        lines.append(DisplayText.truncated("      " + source, to: options.width))
      }
      return lines
    }
    return places.isEmpty ? [] : [Wording.placesTitle(failure.kind)] + places
  }

  private static func location(_ place: Place) -> String {
    let function = place.function.flatMap { $0.isEmpty ? nil : "in \($0)" }
    let position = place.file.map { file in
      "at \(file)" + (place.line.map { ":\($0)" } ?? "")
    }
    return [position, function].compactMap { $0 }.joined(separator: ", ")
  }

  private var timeline: [String] {
    let lines = TimelineText(failure.timeline, options: options).lines
    guard !lines.isEmpty else { return [] }
    let files = TimelineRows(failure.timeline).onlyFile
    return wrapped(Wording.timelineTitle(files)) + lines
  }

  private func source(of place: Place) -> String? {
    guard let file = place.file, let line = place.line else { return nil }
    return failure.timeline.first { $0.file == file && $0.line == line }?.text
  }

  /// The command that runs the schedule again. Where it is too long for a line, it is broken so
  /// that a shell still takes it as one.
  private var replay: [String] {
    guard !isReplayed else { return [] }
    guard let token = failure.token else {
      return wrapped(failure.arena == .explore ? Wording.noSteadyReplay : Wording.noReplay)
    }
    let words = ["kata", "replay", token, ShellWord(file).text]
    let line = "  " + words.joined(separator: " ")
    if DisplayText.width(line) <= options.width { return [Wording.replayTitle, line] }
    return [Wording.replayTitle, "  kata replay \\", "    \(token) \\", "    \(words[3])"]
  }

  private func wrapped(_ text: String) -> [String] {
    DisplayText.wrapped(text, to: options.width)
  }
}

/// A word as a shell must be given it.
struct ShellWord {
  /// The word, in quotes if it needs them.
  let text: String

  init(_ word: String) {
    let isPlain =
      !word.isEmpty
      && word.unicodeScalars.allSatisfy { scalar in
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "/", ".", "_", "-", "+", ",", ":", "@", "%": true
        default: false
        }
      }
    text = isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
