internal import Glibc

/// A format of the older log call: what C's `printf` takes, `%@` for any value, and notes in
/// braces.
///
/// A conversion that has no value, or a value that it cannot take, is shown as a note in the text.
/// A log line is no reason to read memory that isn't there.
struct FormatString {
  private let parts: [Part]

  private enum Part: Equatable {
    case text(String)
    case value(Conversion)
  }

  /// One conversion, taken apart.
  private struct Conversion: Equatable {
    var notes: [Substring] = []
    var flags = ""
    var letter: Character = "@"
  }

  /// Takes a format apart.
  init(_ format: String) {
    var parts: [Part] = []
    var rest = format[...]
    while let percent = rest.firstIndex(of: "%") {
      parts.append(.text(String(rest[..<percent])))
      rest = rest[rest.index(after: percent)...]
      if rest.first == "%" {
        parts.append(.text("%"))
        rest = rest.dropFirst()
      } else {
        parts.append(.value(Self.conversion(from: &rest)))
      }
    }
    self.parts = parts + [.text(String(rest))]
  }

  /// The message that the format and some values make.
  ///
  /// - Parameter values: One for each conversion; more than that are left out.
  func filled(with values: [any CVarArg]) -> String {
    var values = values[...]
    return parts.map { part in
      switch part {
      case .text(let text): text
      case .value(let conversion): Self.written(conversion, values.popFirst())
      }
    }.joined()
  }

  /// Reads what follows a percent sign: notes, flags and width, length, letter.
  private static func conversion(from rest: inout Substring) -> Conversion {
    var conversion = Conversion()
    if rest.first == "{", let end = rest.firstIndex(of: "}") {
      let notes = rest[rest.index(after: rest.startIndex)..<end]
      conversion.notes = notes.split { $0 == "," || $0 == " " }
      rest = rest[rest.index(after: end)...]
    }
    conversion.flags = String(rest.prefix { "+- #0123456789.".contains($0) })
    rest = rest.dropFirst(conversion.flags.count)
    rest = rest.drop { "hlqjzt".contains($0) }
    conversion.letter = rest.popFirst() ?? " "
    return conversion
  }

  private static func written(_ conversion: Conversion, _ value: (any CVarArg)?) -> String {
    guard let value else { return "<no value>" }
    if conversion.notes.contains("private") { return OSLogPrivacy.private.apply(to: "") }
    if conversion.notes.contains("sensitive") { return OSLogPrivacy.sensitive.apply(to: "") }
    switch (conversion.letter, value) {
    case ("@", _):
      return "\(value)"
    case ("d", let number as any BinaryInteger), ("i", let number as any BinaryInteger):
      return formatted("%\(conversion.flags)lld", Int64(truncatingIfNeeded: number))
    case ("u", let number as any BinaryInteger), ("x", let number as any BinaryInteger),
      ("X", let number as any BinaryInteger), ("o", let number as any BinaryInteger):
      let letters = "%\(conversion.flags)ll\(conversion.letter)"
      return formatted(letters, UInt64(truncatingIfNeeded: number))
    case ("c", let number as any BinaryInteger):
      return String(Character(Unicode.Scalar(UInt8(truncatingIfNeeded: number))))
    case ("f", let number as any BinaryFloatingPoint), ("e", let number as any BinaryFloatingPoint),
      ("g", let number as any BinaryFloatingPoint):
      return formatted("%\(conversion.flags)\(conversion.letter)", Double(number))
    case ("s", let text as UnsafePointer<CChar>):
      return unsafe String(cString: text)
    case ("s", let text as UnsafeMutablePointer<CChar>):
      return unsafe String(cString: text)
    case ("p", _):
      return "\(value)"
    default:
      return "<\(value) for %\(conversion.letter)>"
    }
  }
}

/// A number as C's `printf` writes it.
///
/// - Parameters:
///   - format: A format with exactly one conversion, of the value's kind.
///   - value: The number.
func formatted(_ format: String, _ value: some CVarArg) -> String {
  let size = 512
  return unsafe withVaList([value]) { arguments in
    unsafe String(unsafeUninitializedCapacity: size) { buffer in
      let start = UnsafeMutableRawPointer(buffer.baseAddress!)
      let count = unsafe vsnprintf(
        start.assumingMemoryBound(to: CChar.self), size, format, arguments)
      return min(max(0, Int(count)), size - 1)
    }
  }
}
