/// What the tool says to the shell.
enum ExitCode: Int32, Sendable {
  /// It was done, and what was asked for holds.
  case success = 0
  /// It was done, and what was asked for does not hold.
  case negative = 1
  /// The command line or the input is wrong.
  case usage = 2
  /// The grader itself failed, or nothing can be claimed.
  case fault = 3
}
