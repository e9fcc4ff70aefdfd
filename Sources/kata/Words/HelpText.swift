/// The help, made from what the commands say of themselves.
enum HelpText {
  /// All commands.
  static var overview: String {
    let width = Tool.commands.flatMap(\.usage).map(\.count).max() ?? 0
    let rows = Tool.commands.map { command in
      let usage = command.usage[0]
      return "  kata \(padded(usage, width))  \(command.summary)"
    }
    return """
      kata: practise and grade concurrency in Swift

      \(rows.joined(separator: "\n"))

      'kata help COMMAND' tells more, with the options.
      Exit codes: 0 done or passed; 1 not passed; 2 the command line or the input is wrong;
      3 the grader itself failed, or a gate met what could not be checked.
      """
  }

  /// One command.
  static func of(_ command: any Command) -> String {
    var parts = [command.usage.map { "kata \($0)" }.joined(separator: "\n"), command.summary]
    if !command.details.isEmpty { parts.append(command.details) }
    if !command.options.isEmpty {
      let names = command.options.map { $0.name + ($0.value.map { " \($0)" } ?? "") }
      let width = names.map(\.count).max() ?? 0
      parts.append(
        zip(names, command.options).map { "  \(padded($0, width))  \($1.help)" }
          .joined(separator: "\n"))
    }
    return parts.joined(separator: "\n\n")
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
