/// Lays text out in a terminal's columns, where some characters take two and some none.
package enum DisplayText {
  /// How many columns the text, which has no control characters, takes. Complexity: O(n).
  static func width(_ text: some StringProtocol) -> Int {
    text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : text.reduce(0) { $0 + width($1) }
  }

  /// The text with spaces behind it, up to `width` columns.
  static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - Self.width(text)))
  }

  /// The text with spaces before it, up to `width` columns.
  static func right(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - Self.width(text))) + text
  }

  /// The beginning of the text, with an ellipsis if it does not fit into `width` columns.
  static func truncated(_ text: String, to width: Int) -> String {
    guard Self.width(text) > width else { return text }
    guard width > 0 else { return "" }
    return prefix(of: text, columns: width - 1) + "…"
  }

  /// The end of the text, with an ellipsis if it does not fit: what tells paths and
  /// threads apart is at their end.
  static func truncatedAtFront(_ text: String, to width: Int) -> String {
    guard Self.width(text) > width else { return text }
    guard width > 0 else { return "" }
    return "…" + String(prefix(of: String(text.reversed()), columns: width - 1).reversed())
  }

  /// The text in lines of at most `width` columns, broken between words; a single word that is
  /// longer stays whole. Line ends in the text are kept.
  ///
  /// - Parameters:
  ///   - first: What the first line begins with.
  ///   - rest: What the other lines begin with.
  package static func wrapped(
    _ text: String, to width: Int, first: String = "", rest: String = ""
  ) -> [String] {
    var lines: [String] = []
    for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var line = lines.isEmpty ? first : rest
      var isEmpty = true
      for word in paragraph.split(separator: " ") {
        if !isEmpty && Self.width(line) + 1 + Self.width(word) > width {
          lines.append(line)
          line = rest
          isEmpty = true
        }
        line += isEmpty ? String(word) : " " + word
        isEmpty = false
      }
      lines.append(line)
    }
    return lines.map(withoutTrailingSpaces)
  }

  /// The line without the spaces at its end.
  static func withoutTrailingSpaces(_ line: String) -> String {
    var line = Substring(line)
    while line.last == " " { line.removeLast() }
    return String(line)
  }

  private static func prefix(of text: String, columns: Int) -> String {
    var result = ""
    var used = 0
    for character in text {
      used += width(character)
      if used > columns { break }
      result.append(character)
    }
    return result
  }

  private static func width(_ character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    if scalar.isASCII { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    if scalar.properties.isEmojiPresentation { return 2 }
    if character.unicodeScalars.contains(where: { $0.value == 0xfe0f }) { return 2 }
    return wide.contains { $0.contains(scalar.value) } ? 2 : 1
  }

  /// East Asian wide and full-width blocks.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xa960...0xa97f, 0xac00...0xd7a3,
    0xf900...0xfaff, 0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6, 0x1f300...0x1f64f,
    0x1f900...0x1f9ff, 0x20000...0x3fffd,
  ]
}
