/// What a boxed command may use before it is killed with everything that it started.
package struct ResourceLimits: Sendable, Equatable {
  /// Real time.
  package var wall: Duration
  /// Processor time of all processes together.
  package var cpu: Duration
  /// Resident memory of all processes together; nil is no limit. Address space is not limited:
  /// ThreadSanitizer and the explore arena reserve far more than they touch.
  package var memoryMiB: Int?
  /// Bytes of standard output, and as many of standard error.
  package var outputKiB: Int
  /// The largest file.
  package var fileMiB: Int
  /// Processes and threads alive at one time; nil is no limit.
  package var processes: Int?

  package init(
    wall: Duration, cpu: Duration, memoryMiB: Int? = nil, outputKiB: Int = 64, fileMiB: Int = 64,
    processes: Int? = nil
  ) {
    self.wall = wall
    self.cpu = cpu
    self.memoryMiB = memoryMiB
    self.outputKiB = outputKiB
    self.fileMiB = fileMiB
    self.processes = processes
  }
}

extension Duration {
  /// Whole milliseconds, rounded down.
  var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
  }
}
