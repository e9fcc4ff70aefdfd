package import Grading

/// What became of a replay, for people.
package struct ReplayText: Sendable {
  private let options: TextOptions

  package init(options: TextOptions = TextOptions()) {
    self.options = options
  }

  /// The whole text, with a newline at its end.
  package func text(_ result: ReplayResult) -> String {
    CleanText.line(result.failure?.message ?? result.reason ?? "") + "\n"
  }
}
