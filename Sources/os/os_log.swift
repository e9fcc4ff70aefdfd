/// Writes a message at the default level to the default log.
///
/// - Parameter message: The message.
public func os_log(_ message: OSLogMessage) {
  os_log(.default, log: .default, message)
}

/// Writes a message.
///
/// - Parameters:
///   - type: How much it matters.
///   - log: Where it goes.
///   - message: The message.
public func os_log(_ type: OSLogType, log: OSLog = .default, _ message: OSLogMessage) {
  log.write(message.text, label: type.label)
}

/// Writes a message that is put together from a format and its values.
///
/// - Parameters:
///   - message: The format, as for C's `printf`, with `%@` for any value, and with notes such as
///     `%{private}@` or `%{public}d`.
///   - dso: Not used.
///   - log: Where it goes.
///   - type: How much it matters.
///   - args: The values, one for each conversion of the format.
@_disfavoredOverload
public func os_log(
  _ message: StaticString, dso: UnsafeRawPointer? = #dsohandle, log: OSLog = .default,
  type: OSLogType = .default, _ args: any CVarArg...
) {
  log.write(FormatString(message.description).filled(with: args), label: type.label)
}
