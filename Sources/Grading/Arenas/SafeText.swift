/// Text from a submission, without what could play tricks on a terminal or a report.
enum SafeText {
  /// Drops control characters other than tab and newline, and those that turn the direction of
  /// writing.
  static func withoutControls(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where isHarmless(scalar) {
      scalars.append(scalar)
    }
    return String(scalars)
  }

  /// The last `count` characters, from a whole line on where one was cut.
  static func tail(of text: String, count: Int) -> String {
    guard text.count > count else { return text }
    let tail = text.suffix(count)
    let line = tail.firstIndex(of: "\n").map { tail[tail.index(after: $0)...] } ?? tail
    return "…\n" + line
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0a: true
    case 0..<0x20, 0x7f..<0xa0: false
    case 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069: false
    default: true
    }
  }
}
