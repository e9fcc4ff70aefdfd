/// Text as XML 1.0 takes it.
enum XMLText {
  /// For between tags. `>` is escaped too, since `]]>` is not allowed there.
  static func content(_ text: String) -> String {
    escaped(text, isAttribute: false)
  }

  /// For between the quotation marks of an attribute, where a plain line end would be read as a
  /// space.
  static func attribute(_ text: String) -> String {
    escaped(text, isAttribute: true)
  }

  private static func escaped(_ text: String, isAttribute: Bool) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "\"" where isAttribute: result.append(contentsOf: "&quot;".unicodeScalars)
      case "\n" where isAttribute: result.append(contentsOf: "&#10;".unicodeScalars)
      case "\t", "\n": result.append(scalar)
      default:
        if isCharacter(scalar.value) { result.append(scalar) }
      }
    }
    return String(result)
  }

  /// The `Char` production, without what `CleanText` drops anyway.
  private static func isCharacter(_ value: UInt32) -> Bool {
    switch value {
    case 0..<0x20, 0x7f..<0xa0, 0xfffe, 0xffff: false
    default: true
    }
  }
}
