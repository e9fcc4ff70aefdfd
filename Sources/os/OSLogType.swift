/// How much a log message matters.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
  /// The number that stands for the level on Apple's systems.
  public let rawValue: UInt8

  /// Makes a level from its number.
  ///
  /// - Parameter rawValue: The number. One that is not among the named levels is logged as `default`.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Said when nothing else is.
  public static let `default` = OSLogType(rawValue: 0x00)
  /// Helpful, but not essential.
  public static let info = OSLogType(rawValue: 0x01)
  /// Of use while debugging only.
  public static let debug = OSLogType(rawValue: 0x02)
  /// Something went wrong.
  public static let error = OSLogType(rawValue: 0x10)
  /// Something that cannot be, was.
  public static let fault = OSLogType(rawValue: 0x11)

  /// The word that a log line shows for the level.
  var label: String {
    switch self {
    case .info: "info"
    case .debug: "debug"
    case .error: "error"
    case .fault: "fault"
    default: "default"
    }
  }
}
