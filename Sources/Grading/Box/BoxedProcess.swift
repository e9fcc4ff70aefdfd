import Records

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One command in its box, from start to end: starts it, reads what it says, watches what it
/// uses, and leaves nothing of it behind.
struct BoxedProcess {
  let command: Command
  let access: Access
  let limits: ResourceLimits
  let confinement: Confinement
  /// What the private channel begins with; nil if there is no channel.
  var input: [UInt8]?

  /// More than this on the private channel is an attack or a fault.
  private static let channelLimitKiB = 64 << 10

  /// How often the limits are looked at. The kernel itself enforces none of the tree's.
  private static let watchInterval = Duration.milliseconds(20)

  /// Runs the command to its end.
  func run() throws(BoxError) -> (result: ProcessResult, channel: [UInt8]) {
    if case .bubblewrap = confinement { return try run(temporaryFolder: "/tmp") }
    // Instead of the box's own, for a command that has no box.
    let scratch: ScratchFolder
    do {
      scratch = try ScratchFolder(in: "/tmp")
    } catch {
      throw .notStarted(reason: "there is no place for temporary files: \(error)")
    }
    return try run(temporaryFolder: scratch.path)
  }

  private func run(
    temporaryFolder: String
  ) throws(BoxError) -> (result: ProcessResult, channel: [UInt8]) {
    guard isExecutable(command.executable) else {
      throw .notStarted(reason: "\(command.executable) is no program that can be run")
    }
    let gate = ResourceGate(limits: limits)
    let marker = gate.marker()
    var environment: [String: String] = [:]
    var wrapped: Command
    switch confinement {
    case .bubblewrap(let bubblewrap):
      wrapped = gate.wrapping(bubblewrap.wrapping(command, access: access))
    case .limitsOnly:
      environment = command.environment
      for name in ["HOME", "TMPDIR"] where environment[name] != nil {
        environment[name] = temporaryFolder
      }
      environment[ResourceGate.markerName] = marker
      wrapped = gate.wrapping(gate.leashing(command))
    }

    var connections = try Connections.open()
    let start = ContinuousClock.now
    var child = try ChildProcess(
      wrapped, environment: environment,
      descriptors: connections.forChild(of: confinement, hasChannel: input != nil))
    connections.closeTheirs()

    var streams = Streams(
      ends: connections.ours, limitKiB: limits.outputKiB, channelLimitKiB: Self.channelLimitKiB,
      toSend: input ?? [])
    var watch = ResourceWatch(limits: limits, start: start)
    var excess: ProcessResult.End?
    var nextLook = start + Self.watchInterval
    while excess == nil {
      streams.serve(atMost: nextLook - ContinuousClock.now)
      excess = streams.excess
      if ContinuousClock.now >= nextLook {
        if child.hasEnded() { break }
        excess = excess ?? watch.look(at: tree(of: child.id, status: streams.statusText))
        nextLook = ContinuousClock.now + Self.watchInterval
      } else if streams.allClosed {
        if child.hasEnded() { break }
        // Nothing more to hear: the end comes at once, or with the next look.
        _ = poll(nil, 0, 1)
      }
    }

    child.killGroup()
    var end = child.wait()
    if case .limitsOnly = confinement {
      Leftovers.kill(seen: watch.seen, marker: marker)
    }
    streams.finish()
    excess = excess ?? streams.excess
    if let excess {
      end = excess
    } else if case .bubblewrap = confinement {
      guard streams.statusText.contains("\"exit-code\"") else {
        throw .notStarted(reason: streams.lastErrorLine)
      }
      if case .exited(let code) = end, code > 128 {
        end = .signalled(number: code - 128)
      }
    }
    let milliseconds = (ContinuousClock.now - start).wholeMilliseconds
    let result = ProcessResult(
      end: watch.explain(end), stdout: streams.stdout.text, stderr: streams.stderr.text,
      milliseconds: milliseconds)
    return (result, streams.channel.bytes)
  }

  /// The tree to watch: the box's own `/proc` once bubblewrap says where it is.
  private func tree(of child: pid_t, status: String) -> ProcessTree {
    guard case .bubblewrap = confinement else { return .descendants(of: child) }
    guard let range = status.firstRange(of: "\"child-pid\": "),
      let id = pid_t(status[range.upperBound...].prefix { $0.isNumber }),
      let box = ProcessTree.box(firstProcess: id)
    else { return .descendants(of: child) }
    return box
  }
}

/// True if the file can be run; a property of the box's name hides the function `access`.
private func isExecutable(_ path: String) -> Bool {
  access(path, X_OK) == 0
}
