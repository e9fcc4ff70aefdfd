/// The text of a log message: a literal whose interpolations say how a value is written, and
/// whether it may be read in the log.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
  /// The finished message.
  let text: String

  /// Makes a message without interpolations.
  ///
  /// - Parameter value: The message.
  public init(stringLiteral value: String) {
    text = value
  }

  /// Makes a message from a literal with interpolations.
  ///
  /// - Parameter stringInterpolation: What the literal was put together to.
  public init(stringInterpolation: OSLogInterpolation) {
    text = stringInterpolation.text
  }
}

/// What a message is put together in.
public struct OSLogInterpolation: StringInterpolationProtocol, Sendable {
  /// What was put together so far.
  private(set) var text = ""

  /// Starts a message.
  ///
  /// - Parameters:
  ///   - literalCapacity: The length of the parts that are no values.
  ///   - interpolationCount: The number of values.
  public init(literalCapacity: Int, interpolationCount: Int) {
    text.reserveCapacity(literalCapacity + 8 * interpolationCount)
  }

  /// Adds a part that is no value.
  ///
  /// - Parameter literal: The part.
  public mutating func appendLiteral(_ literal: String) {
    text += literal
  }

  /// Adds an integer.
  ///
  /// - Parameters:
  ///   - number: The value.
  ///   - format: How it is written.
  ///   - align: How wide it is made.
  ///   - privacy: Whether it may be read in the log.
  ///   - attributes: Not used.
  public mutating func appendInterpolation(
    _ number: some FixedWidthInteger, format: OSLogIntegerFormatting = .decimal,
    align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto, attributes: String = ""
  ) {
    append(format.apply(to: number), align, privacy)
  }

  /// Adds a floating-point number.
  ///
  /// - Parameters:
  ///   - number: The value.
  ///   - format: How it is written.
  ///   - align: How wide it is made.
  ///   - privacy: Whether it may be read in the log.
  ///   - attributes: Not used.
  public mutating func appendInterpolation(
    _ number: some BinaryFloatingPoint, format: OSLogFloatFormatting = .fixed,
    align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto, attributes: String = ""
  ) {
    append(format.apply(to: Double(number)), align, privacy)
  }

  /// Adds a truth value.
  ///
  /// - Parameters:
  ///   - boolean: The value.
  ///   - format: How it is written.
  ///   - privacy: Whether it may be read in the log.
  public mutating func appendInterpolation(
    _ boolean: Bool, format: OSLogBoolFormat = .truth, privacy: OSLogPrivacy = .auto
  ) {
    append(format.apply(to: boolean), .none, privacy)
  }

  /// Adds anything that can describe itself, text first of all.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - align: How wide it is made.
  ///   - privacy: Whether it may be read in the log.
  ///   - attributes: Not used.
  @_disfavoredOverload
  public mutating func appendInterpolation(
    _ value: some CustomStringConvertible, align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto, attributes: String = ""
  ) {
    append(value.description, align, privacy)
  }

  /// Adds an error.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - privacy: Whether it may be read in the log.
  ///   - attributes: Not used.
  @_disfavoredOverload
  public mutating func appendInterpolation(
    _ error: any Error, privacy: OSLogPrivacy = .auto, attributes: String = ""
  ) {
    append(String(describing: error), .none, privacy)
  }

  /// Adds the name of a type.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - align: How wide the name is made.
  ///   - privacy: Whether it may be read in the log.
  ///   - attributes: Not used.
  public mutating func appendInterpolation(
    _ type: any Any.Type, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto,
    attributes: String = ""
  ) {
    append(String(describing: type), align, privacy)
  }

  private mutating func append(
    _ value: String, _ align: OSLogStringAlignment, _ privacy: OSLogPrivacy
  ) {
    text += align.apply(to: privacy.apply(to: value))
  }
}
