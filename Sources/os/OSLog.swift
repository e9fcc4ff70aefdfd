/// Where log messages go, told by a subsystem and a category.
///
/// Every message goes to standard error at once, whatever its level: there is no store that could
/// be searched later.
public final class OSLog: Sendable {
  /// The log for messages that name no subsystem.
  public static let `default` = OSLog(prefix: "")

  /// A log that drops every message.
  public static let disabled = OSLog(prefix: nil)

  // What a line starts with, or `nil` when nothing is to be written.
  private let prefix: String?

  private init(prefix: String?) {
    self.prefix = prefix
  }

  /// Makes a log.
  ///
  /// - Parameters:
  ///   - subsystem: The part of the program, by habit in reverse-domain notation.
  ///   - category: The topic inside the subsystem.
  public convenience init(subsystem: String, category: String) {
    self.init(prefix: "[\(subsystem):\(category)] ")
  }

  /// Whether a message would be written.
  ///
  /// - Parameter type: The level of the message; it makes no difference here.
  /// - Returns: `false` for the disabled log only.
  public func isEnabled(type: OSLogType) -> Bool {
    prefix != nil
  }

  /// Writes one message.
  ///
  /// - Parameters:
  ///   - text: The finished message.
  ///   - label: The word for its level.
  func write(_ text: String, label: String) {
    guard let line = line(text, label: label) else { return }
    writeToStandardError(line)
  }

  /// The line that `write` would write, or `nil` for the disabled log.
  func line(_ text: String, label: String) -> String? {
    prefix.map { "\($0)\(label): \(text)\n" }
  }
}
