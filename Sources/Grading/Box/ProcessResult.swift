/// What became of a boxed command.
package struct ProcessResult: Sendable, Equatable {
  /// How a process ended. Limits are the submission's fault; see `BoxError` for the box's.
  package enum End: Sendable, Equatable {
    /// It exited by itself.
    case exited(code: Int32)
    /// A signal killed it. Under bubblewrap this is inferred from an exit code above 128.
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
  }

  /// How it ended.
  package var end: End
  /// Its standard output, up to the limit; bytes that are not UTF-8 are replaced.
  package var stdout: String
  /// Its standard error, up to the limit; bytes that are not UTF-8 are replaced.
  package var stderr: String
  /// Real time in milliseconds.
  package var milliseconds: Int

  package init(end: End, stdout: String, stderr: String, milliseconds: Int) {
    self.end = end
    self.stdout = stdout
    self.stderr = stderr
    self.milliseconds = milliseconds
  }
}
