/// Makes text that may come from a submission safe to show: a file's name, a source line, a
/// message. Nothing that a candidate writes may move the cursor, colour a verdict or turn the
/// direction of writing.
package enum CleanText {
  /// The text in one line: escape sequences, control, format and direction characters dropped,
  /// tabs and line ends turned into a space. Complexity: O(n).
  package static func line(_ text: String) -> String {
    String(cleaned(text, keepsLines: false))
  }

  /// The same, but with its line ends; tabs turn into two spaces. Complexity: O(n).
  package static func lines(_ text: String) -> String {
    String(cleaned(text, keepsLines: true))
  }

  private static func cleaned(
    _ text: String, keepsLines: Bool
  ) -> String.UnicodeScalarView {
    var result = String.UnicodeScalarView()
    var escape = EscapeSequence()
    var previous: Unicode.Scalar = " "
    var marks = 0
    for scalar in text.unicodeScalars {
      defer { previous = scalar }
      if escape.takes(scalar) { continue }
      switch scalar {
      case "\n" where keepsLines:
        result.append("\n")
      case "\n" where previous == "\r":
        break
      case "\r" where keepsLines:
        break
      case "\t" where keepsLines:
        result.append(contentsOf: "  ".unicodeScalars)
      case "\n", "\r", "\t", "\u{2028}", "\u{2029}":
        result.append(" ")
      default:
        // A tower of accents would cover the lines around it.
        marks = scalar.properties.generalCategory == .nonspacingMark ? marks + 1 : 0
        if isHarmless(scalar) && marks <= 4 { result.append(scalar) }
      }
    }
    return result
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    // Emoji are joined by it, and it moves nothing.
    if scalar.value == 0x200d { return true }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse:
      return false
    default: return true
    }
  }
}

/// Follows a terminal's escape sequence, so that it goes as a whole and leaves no `[31m` behind.
private struct EscapeSequence {
  private enum State {
    case outside
    case begun
    case parameters
    case text
    case textEnds
  }

  private var state = State.outside

  /// True if the scalar belongs to a sequence.
  mutating func takes(_ scalar: Unicode.Scalar) -> Bool {
    // A sequence that a line breaks off is none.
    if scalar == "\n" || scalar == "\r" {
      state = .outside
      return false
    }
    switch state {
    case .outside:
      switch scalar.value {
      case 0x1b: state = .begun
      case 0x9b: state = .parameters
      case 0x90, 0x98, 0x9d, 0x9e, 0x9f: state = .text
      default: return false
      }
    case .begun:
      switch scalar {
      case "[": state = .parameters
      case "]", "P", "X", "^", "_": state = .text
      // Intermediate bytes: one more follows.
      case " "..."/": break
      default: state = .outside
      }
    case .parameters:
      if (0x40...0x7e).contains(scalar.value) { state = .outside }
    case .text:
      if scalar.value == 0x07 || scalar.value == 0x9c { state = .outside }
      if scalar.value == 0x1b { state = .textEnds }
    case .textEnds:
      state = .outside
    }
    return true
  }
}
