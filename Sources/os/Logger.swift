/// Writes log messages of one subsystem and category.
///
/// Messages of every level go to standard error at once. There is no store, no filter by level,
/// and no time stamp, so that two equal runs write equal lines.
public struct Logger: Sendable {
  private let log: OSLog

  /// Makes a logger for messages that name no subsystem.
  public init() {
    log = .default
  }

  /// Makes a logger that writes to an existing log.
  ///
  /// - Parameter logObj: The log.
  public init(_ logObj: OSLog) {
    log = logObj
  }

  /// Makes a logger.
  ///
  /// - Parameters:
  ///   - subsystem: The part of the program, by habit in reverse-domain notation.
  ///   - category: The topic inside the subsystem.
  public init(subsystem: String, category: String) {
    log = OSLog(subsystem: subsystem, category: category)
  }

  /// Writes a message at the default level.
  ///
  /// - Parameter message: The message.
  public func log(_ message: OSLogMessage) {
    log(level: .default, message)
  }

  /// Writes a message.
  ///
  /// - Parameters:
  ///   - level: How much it matters.
  ///   - message: The message.
  public func log(level: OSLogType, _ message: OSLogMessage) {
    log.write(message.text, label: level.label)
  }

  /// Writes a message that is of use while tracing only; it goes out as `debug`.
  ///
  /// - Parameter message: The message.
  public func trace(_ message: OSLogMessage) { log(level: .debug, message) }

  /// Writes a message that is of use while debugging only.
  ///
  /// - Parameter message: The message.
  public func debug(_ message: OSLogMessage) { log(level: .debug, message) }

  /// Writes a message that helps, but is not essential.
  ///
  /// - Parameter message: The message.
  public func info(_ message: OSLogMessage) { log(level: .info, message) }

  /// Writes a message at the default level.
  ///
  /// - Parameter message: The message.
  public func notice(_ message: OSLogMessage) { log(level: .default, message) }

  /// Writes a message about something that went wrong; it goes out as `error`.
  ///
  /// - Parameter message: The message.
  public func warning(_ message: OSLogMessage) { log(level: .error, message) }

  /// Writes a message about something that went wrong.
  ///
  /// - Parameter message: The message.
  public func error(_ message: OSLogMessage) { log(level: .error, message) }

  /// Writes a message about something that cannot be, yet was; it goes out as `fault`.
  ///
  /// - Parameter message: The message.
  public func critical(_ message: OSLogMessage) { log(level: .fault, message) }

  /// Writes a message about something that cannot be, yet was.
  ///
  /// - Parameter message: The message.
  public func fault(_ message: OSLogMessage) { log(level: .fault, message) }
}
