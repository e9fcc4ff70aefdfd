/// How an integer is written in a log message.
public struct OSLogIntegerFormatting: Sendable {
  private var radix = 10
  private var prefix = ""
  private var uppercase = false
  private var minDigits = 1
  private var explicitPlus = false

  /// With ten digits.
  public static var decimal: OSLogIntegerFormatting { .decimal() }

  /// With sixteen digits.
  public static var hex: OSLogIntegerFormatting { .hex() }

  /// With eight digits.
  public static var octal: OSLogIntegerFormatting { .octal() }

  /// With ten digits.
  ///
  /// - Parameters:
  ///   - explicitPositiveSign: Whether a `+` stands before a number that is not negative.
  ///   - minDigits: The least number of digits; zeros fill it up.
  /// - Returns: The format.
  public static func decimal(
    explicitPositiveSign: Bool = false, minDigits: Int = 1
  ) -> OSLogIntegerFormatting {
    OSLogIntegerFormatting(minDigits: minDigits, explicitPlus: explicitPositiveSign)
  }

  /// With sixteen digits.
  ///
  /// - Parameters:
  ///   - explicitPositiveSign: Whether a `+` stands before a number that is not negative.
  ///   - includePrefix: Whether `0x` stands before the digits.
  ///   - uppercase: Whether the digits above nine are capitals.
  ///   - minDigits: The least number of digits; zeros fill it up.
  /// - Returns: The format.
  public static func hex(
    explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false,
    minDigits: Int = 1
  ) -> OSLogIntegerFormatting {
    OSLogIntegerFormatting(
      radix: 16, prefix: includePrefix ? "0x" : "", uppercase: uppercase, minDigits: minDigits,
      explicitPlus: explicitPositiveSign)
  }

  /// With eight digits.
  ///
  /// - Parameters:
  ///   - explicitPositiveSign: Whether a `+` stands before a number that is not negative.
  ///   - includePrefix: Whether `0o` stands before the digits.
  ///   - minDigits: The least number of digits; zeros fill it up.
  /// - Returns: The format.
  public static func octal(
    explicitPositiveSign: Bool = false, includePrefix: Bool = false, minDigits: Int = 1
  ) -> OSLogIntegerFormatting {
    OSLogIntegerFormatting(
      radix: 8, prefix: includePrefix ? "0o" : "", minDigits: minDigits,
      explicitPlus: explicitPositiveSign)
  }

  /// The number as text.
  func apply(to value: some BinaryInteger) -> String {
    let digits = String(value.magnitude, radix: radix, uppercase: uppercase)
    let zeros = String(repeating: "0", count: max(0, minDigits - digits.count))
    let sign = value < 0 ? "-" : explicitPlus ? "+" : ""
    return sign + prefix + zeros + digits
  }
}
