#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a command passes through on its way in: a shell that sets the kernel's limits on each
/// process and then becomes the command.
struct ResourceGate {
  let limits: ResourceLimits

  /// Marks the processes of one run where no process namespace tells them apart.
  static let markerName = "BOX_RUN"

  /// The command line that sets the limits first. Descriptors pass through.
  func wrapping(_ command: Command) -> Command {
    let (seconds, rest) = limits.cpu.components
    let cpu = max(1, Int(seconds) + (rest > 0 ? 1 : 0))
    // POSIX counts files in blocks of 512 bytes. A limit that the user may not raise to stays
    // where it is.
    let script = """
      cd -- "$0" || exit 126
      ulimit -c 0
      ulimit -f \(limits.fileMiB << 11) 2>/dev/null
      ulimit -n 1024 2>/dev/null
      ulimit -S -t \(cpu) 2>/dev/null
      ulimit -H -t \(cpu + 2) 2>/dev/null
      exec "$@"
      """
    return Command(
      executable: "/bin/sh",
      arguments: ["-c", script, command.workingDirectory, command.executable] + command.arguments)
  }

  /// Without bubblewrap: no new privileges, and killed when the grader dies, where `setpriv` is.
  func leashing(_ command: Command) -> Command {
    let setpriv = "/usr/bin/setpriv"
    guard access(setpriv, X_OK) == 0 else { return command }
    let options = ["--no-new-privs", "--pdeathsig", "KILL", "--", command.executable]
    return Command(
      executable: setpriv, arguments: options + command.arguments,
      environment: command.environment, workingDirectory: command.workingDirectory)
  }

  /// A mark that no other run has.
  func marker() -> String {
    var random = SystemRandomNumberGenerator()
    return String(random.next(), radix: 36)
  }
}
