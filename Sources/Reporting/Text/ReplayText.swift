package import Grading

/// What became of a replay, for people.
package struct ReplayText: Sendable {
  private let options: TextOptions

  package init(options: TextOptions = TextOptions()) {
    self.options = options
  }

  /// The whole text, with a newline at its end.
  ///
  /// - Parameters:
  ///   - result: What became of it.
  ///   - file: The submission, as it was named on the command line.
  package func text(_ result: ReplayResult, file: String = "") -> String {
    let paint = Paint(isOn: options.color)
    guard result.reproduced, let failure = result.failure?.cleaned else {
      let words = Wording.notReproduced(result.reason.map(CleanText.lines))
      return joined(wrapped(words).map { paint($0, .open) })
    }
    let heading = wrapped(Wording.reproduced(failure)).map { paint($0, .bad) }
    guard !options.quiet else { return joined(heading) }
    let lines = FailureText(
      failure, file: CleanText.line(file), options: options, isReplayed: true
    ).lines
    return joined(heading + [""] + lines)
  }

  private func wrapped(_ text: String) -> [String] {
    DisplayText.wrapped(text, to: options.width)
  }

  private func joined(_ lines: [String]) -> String {
    lines.map { $0 + "\n" }.joined()
  }
}
