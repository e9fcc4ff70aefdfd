package import Records

/// The record of one arena process: what it said and how it ended. Judging needs nothing else.
package struct ArenaRun: Codable, Sendable, Equatable {
  /// How the process ended.
  package enum End: Codable, Sendable, Equatable {
    /// It exited by itself.
    case exited(code: Int32)
    /// A signal killed it.
    case signalled(number: Int32)
    /// It used up its real time and was killed.
    case wallLimit(milliseconds: Int)
    /// It used up its processor time and was killed.
    case cpuLimit(milliseconds: Int)
    /// It used up its memory and was killed.
    case memoryLimit(mebibytes: Int)
    /// It wrote more than it may and was killed.
    case outputLimit(kibibytes: Int)
    /// It had more processes and threads than it may and was killed.
    case processLimit(count: Int)
    /// It could not be started, or wrote nonsense to the private channel: the grader's fault or
    /// an attack, never a verdict.
    case untrusted(reason: String)
  }

  /// Which arena ran.
  package var arena: ArenaKind
  /// How the process ended.
  package var end: End
  /// What it said on the private channel, in order.
  package var messages: [Message]
  /// The last of its standard output and error, at most a few KiB, without control characters.
  package var output: String
  /// What kept it in: "bubblewrap, resource limits".
  package var box: String
  /// Real time in milliseconds.
  package var milliseconds: Int

  package init(
    arena: ArenaKind, end: End, messages: [Message], output: String, box: String,
    milliseconds: Int
  ) {
    self.arena = arena
    self.end = end
    self.messages = messages
    self.output = output
    self.box = box
    self.milliseconds = milliseconds
  }
}
