/// How a floating-point number is written in a log message.
public struct OSLogFloatFormatting: Sendable {
  private enum Style: String {
    case fixed = "f"
    case exponential = "e"
    case hybrid = "g"
  }

  private let style: Style
  private let precision: Int

  /// With six digits after the point.
  public static var fixed: OSLogFloatFormatting { .fixed(precision: 6) }

  /// One digit before the point, six after it, and an exponent.
  public static var exponential: OSLogFloatFormatting { .exponential(precision: 6) }

  /// Whichever of the two others is shorter.
  public static var hybrid: OSLogFloatFormatting { .hybrid(precision: 6) }

  /// With so many digits after the point.
  ///
  /// - Parameter precision: The number of digits.
  /// - Returns: The format.
  public static func fixed(precision: Int) -> OSLogFloatFormatting {
    OSLogFloatFormatting(style: .fixed, precision: precision)
  }

  /// One digit before the point, so many after it, and an exponent.
  ///
  /// - Parameter precision: The number of digits.
  /// - Returns: The format.
  public static func exponential(precision: Int) -> OSLogFloatFormatting {
    OSLogFloatFormatting(style: .exponential, precision: precision)
  }

  /// Whichever of the two others is shorter.
  ///
  /// - Parameter precision: The number of digits that count.
  /// - Returns: The format.
  public static func hybrid(precision: Int) -> OSLogFloatFormatting {
    OSLogFloatFormatting(style: .hybrid, precision: precision)
  }

  /// The number as text.
  func apply(to value: Double) -> String {
    formatted("%.\(max(0, precision))\(style.rawValue)", value)
  }
}
