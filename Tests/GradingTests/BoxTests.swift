import Testing

@testable import Grading

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Every way of keeping a command in that this machine has.
private let boxes: [Box] = {
  let limitsOnly = Box(confinement: .limitsOnly(reason: "left out by a test"))
  let best = Box.detect()
  return best.confinement == limitsOnly.confinement ? [limitsOnly] : [best, limitsOnly]
}()

private let strongest = Box.detect()
private var isBubblewrapped: Bool {
  if case .bubblewrap = strongest.confinement { true } else { false }
}

private func limits(
  wall: Duration = .seconds(5), cpu: Duration = .seconds(5), memoryMiB: Int? = nil,
  outputKiB: Int = 64, fileMiB: Int = 4, processes: Int? = nil
) -> ResourceLimits {
  ResourceLimits(
    wall: wall, cpu: cpu, memoryMiB: memoryMiB, outputKiB: outputKiB, fileMiB: fileMiB,
    processes: processes)
}

extension Box {
  fileprivate func shell(
    _ script: String, access: Access = Access(), _ limits: ResourceLimits = limits()
  ) throws -> ProcessResult {
    try run(
      Command(executable: "/bin/sh", arguments: ["-c", script], environment: ["GREETING": "hi"]),
      access: access, limits: limits)
  }
}

@Suite struct BoxTests {
  @Test(arguments: boxes) func `a command's output and exit code come back`(box: Box) throws {
    let result = try box.shell("echo out; echo err >&2; exit 3")
    #expect(result.end == .exited(code: 3))
    #expect(result.stdout == "out\n")
    #expect(result.stderr == "err\n")
  }

  @Test(arguments: boxes) func `a signal is told from an exit`(box: Box) throws {
    #expect(try box.shell("kill -SEGV $$").end == .signalled(number: SIGSEGV))
  }

  @Test(arguments: boxes, ["", "; kill -KILL $$"])
  func `temporary files are gone with the command`(box: Box, end: String) throws {
    let script = "echo x > $TMPDIR/left; cat $TMPDIR/left; echo $TMPDIR/left" + end
    let command = Command(
      executable: "/bin/sh", arguments: ["-c", script], environment: ["TMPDIR": "/tmp"])
    let lines = try box.run(command, limits: limits()).stdout.split(separator: "\n")
    try #require(lines.count == 2 && lines[0] == "x", "\(lines)")
    #expect(access(String(lines[1]), F_OK) != 0)
  }

  @Test(arguments: boxes) func `a command sees no variable but its own`(box: Box) throws {
    let names = Set(
      try box.shell("env").stdout.split(separator: "\n").map { $0.prefix { $0 != "=" } })
    #expect(names.contains("GREETING"))
    #expect(names.isDisjoint(with: ["HOME", "PATH", "USER", "LANG"]))
  }

  @Test(arguments: boxes) func `a command sees none of the grader's descriptors`(box: Box) throws {
    let open = openForInheritance("/dev/null")
    defer { close(open) }
    let seen = try box.shell("ls /proc/self/fd").stdout.split(separator: "\n").compactMap {
      Int32($0)
    }
    // 10 is the shell's own, 3 the folder that is listed.
    #expect(!seen.contains(open))
    #expect(seen.filter { $0 > 4 && $0 != 10 }.isEmpty)
  }

  @Test(arguments: boxes) func `a loop without end is stopped by its processor time`(box: Box)
    throws
  {
    let result = try box.shell("while :; do :; done", limits(cpu: .milliseconds(300)))
    #expect(result.end == .cpuLimit(milliseconds: 300))
    #expect(result.milliseconds < 4000)
  }

  @Test(arguments: boxes) func `children's processor time counts too`(box: Box) throws {
    let script = "for i in 1 2; do (while :; do :; done) & done; wait"
    let result = try box.shell(script, limits(cpu: .milliseconds(400)))
    #expect(result.end == .cpuLimit(milliseconds: 400))
  }

  @Test(arguments: boxes) func `a sleeper is stopped by the wall clock`(box: Box) throws {
    let result = try box.shell("sleep 30", limits(wall: .milliseconds(300)))
    #expect(result.end == .wallLimit(milliseconds: 300))
    #expect(result.milliseconds < 3000)
  }

  @Test(arguments: boxes) func `a flood is stopped and its beginning kept`(box: Box) throws {
    let result = try box.shell("echo first; yes", limits(outputKiB: 16))
    #expect(result.end == .outputLimit(kibibytes: 16))
    #expect(result.stdout.hasPrefix("first\ny\n"))
    #expect(result.stdout.utf8.count == 16 << 10)
  }

  @Test(arguments: boxes) func `a flood of errors is stopped too`(box: Box) throws {
    let result = try box.shell("yes >&2", limits(outputKiB: 16))
    #expect(result.end == .outputLimit(kibibytes: 16))
  }

  @Test(arguments: boxes) func `a memory hog is stopped`(box: Box) throws {
    // tail keeps all of a line that never ends.
    let result = try box.shell("tail -n 1 /dev/zero", limits(memoryMiB: 64))
    #expect(result.end == .memoryLimit(mebibytes: 64))
  }

  @Test(arguments: boxes) func `too many processes are stopped`(box: Box) throws {
    let script = "i=0; while [ $i -lt 60 ]; do sleep 20 & i=$((i+1)); done; wait"
    #expect(try box.shell(script, limits(processes: 40)).end == .processLimit(count: 40))
  }

  @Test(arguments: boxes) func `a file cannot grow past its limit`(box: Box) throws {
    try withTemporaryFolder { folder in
      let result = try box.shell(
        "exec dd if=/dev/zero of=\(folder)/big bs=1M count=20 2>/dev/null",
        access: Access(writable: [folder]), limits(fileMiB: 2))
      #expect(result.end == .signalled(number: SIGXFSZ))
    }
  }

  @Test(arguments: boxes) func `a detached child does not survive`(box: Box) throws {
    // Nobody else sleeps for just so long.
    let name = "\(Int.random(in: 100_000...999_999))"
    let script = "(setsid sleep \(name) </dev/null >/dev/null 2>&1 &); sleep 0.1"
    #expect(try box.shell(script).end == .exited(code: 0))
    // The kernel takes its time to clear a box away on a busy machine.
    let end = ContinuousClock.now + .seconds(10)
    while isRunning(arguments: ["sleep", name]), ContinuousClock.now < end { usleep(10_000) }
    #expect(!isRunning(arguments: ["sleep", name]))
  }

  @Test(arguments: boxes) func `a command that closes everything is still waited for`(box: Box)
    throws
  {
    let result = try box.shell("exec >&- 2>&-; sleep 0.2; exit 9")
    #expect(result.end == .exited(code: 9))
    #expect(result.milliseconds >= 200)
  }

  @Test(arguments: boxes) func `the channel carries bytes both ways`(box: Box) throws {
    // More than a socket holds, so that both sides have to take turns.
    let bytes = (0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let echo = try box.run(
      Command(executable: "/bin/sh", arguments: ["-c", "exec cat <&3 >&3"]), access: Access(),
      limits: limits(), channel: bytes)
    #expect(echo.result.end == .exited(code: 0))
    #expect(echo.channel == bytes)
  }

  @Test(arguments: boxes) func `a command that ignores its channel does no harm`(box: Box) throws {
    let outcome = try box.run(
      Command(executable: "/bin/sh", arguments: ["-c", "exec 3>&-; exit 4"]), access: Access(),
      limits: limits(), channel: [UInt8](repeating: 1, count: 3_000_000))
    #expect(outcome.result.end == .exited(code: 4))
  }

  @Test(arguments: boxes) func `a program that is not there is the grader's fault`(box: Box) {
    #expect(throws: BoxError.self) {
      try box.run(Command(executable: "/no/such/program"), limits: limits())
    }
  }

  @Test(arguments: boxes) func `many boxes at a time leave no descriptor open`(box: Box)
    async throws
  {
    // Whatever is opened once only, such as the random source, is open now.
    _ = try box.shell("exit 0")
    let before = openDescriptors()
    let ends = try await withThrowingTaskGroup(of: ProcessResult.End.self) { group in
      for index in 0..<24 {
        group.addTask {
          for _ in 0..<7 { _ = try box.shell("exit 0", limits(wall: .seconds(60))) }
          return try box.shell("exit \(index)", limits(wall: .seconds(60))).end
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let codes = ends.map { if case .exited(let code) = $0 { code } else { Int32(-1) } }
    #expect(codes.sorted() == Array(0..<24), "\(ends)")
    // Other tests open some meanwhile, but nothing like one for each of these runs.
    #expect(openDescriptors() - before < 150)
  }

  @Test func `a box says what keeps a command in`() {
    let all = Bubblewrap(path: "/x", limitsSizes: true, filtersSystemCalls: true)
    let old = Bubblewrap(path: "/x", limitsSizes: false, filtersSystemCalls: false)
    #expect(Box(confinement: .bubblewrap(all)).description == "bubblewrap, resource limits")
    #expect(
      Box(confinement: .bubblewrap(old)).description
        == "bubblewrap without a system call filter, resource limits")
    #expect(
      Box(confinement: .detect(candidates: ["/no/bwrap"])).description
        == "resource limits only (bubblewrap: not installed)")
  }

  @Test func `a bubblewrap that does not work is not used`() {
    // It exits with another code than it was asked to.
    guard case .limitsOnly(let reason) = Confinement.detect(candidates: ["/bin/true"]) else {
      Issue.record("/bin/true was taken for bubblewrap")
      return
    }
    #expect(!reason.isEmpty)
  }
}

@Suite(.enabled(if: isBubblewrapped)) struct BubblewrapTests {
  @Test func `a box shows only what it was told to`() throws {
    try withTemporaryFolder { folder in
      let reading = Access(readOnly: [folder])
      let unseen = try strongest.shell("ls \(folder)")
      let seen = try strongest.shell("ls \(folder)", access: reading)
      let written = try strongest.shell("echo x > \(folder)/x", access: reading)
      #expect(unseen.end == .exited(code: 2))
      #expect(seen.end == .exited(code: 0))
      #expect(written.end == .exited(code: 2))
      #expect(readSmallFile(folder + "/x") == nil)
    }
  }

  @Test func `what a command writes where it may is there afterwards`() throws {
    try withTemporaryFolder { folder in
      _ = try strongest.shell("echo x > \(folder)/x", access: Access(writable: [folder]))
      #expect(readSmallFile(folder + "/x") == "x\n")
    }
  }

  @Test(arguments: ["/x", "/dev/x", "/usr/x", "/proc/x", "/etc/x"])
  func `nothing but tmp can be written`(path: String) throws {
    #expect(try strongest.shell("echo x > \(path)").end == .exited(code: 2))
  }

  @Test func `its tmp is its own and limited`() throws {
    let script = "exec dd if=/dev/zero of=/tmp/big bs=1M count=20"
    let result = try strongest.shell(
      script, access: Access(temporaryMiB: 8), limits(fileMiB: 64))
    #expect(result.end == .exited(code: 1))
    #expect(result.stderr.contains("No space left"))
  }

  @Test func `it sees no process but its own`() throws {
    let result = try strongest.shell("ls -d /proc/[0-9]* | wc -l; kill -9 \(getpid())")
    #expect(Int(result.stdout.split(separator: "\n")[0].drop { $0 == " " }).map { $0 < 8 } == true)
  }

  @Test func `it has no network device but its own loopback`() throws {
    let lines = try strongest.shell("cat /proc/net/dev").stdout.split(separator: "\n")
    #expect(lines.filter { $0.contains(":") && !$0.contains("lo:") }.isEmpty)
  }

  @Test(arguments: ["unshare -U true", "mount -t tmpfs none /tmp", "chroot /usr /bin/true"])
  func `it cannot make itself a new world`(script: String) throws {
    let result = try strongest.shell("\(script) 2>&1")
    #expect(result.end != .exited(code: 0))
    #expect(result.stdout.contains("not permitted") || result.stdout.contains("denied"))
  }

  @Test func `what it exits with above 128 is taken for a signal`() throws {
    // Bubblewrap passes on no more than that; both are the submission's own doing.
    #expect(try strongest.shell("exit 139").end == .signalled(number: 11))
  }
}

// MARK: - Support

private func openForInheritance(_ path: String) -> Int32 {
  // Without O_CLOEXEC, as a careless caller leaves one open.
  let number = open(path, O_RDONLY)
  let high = fcntl(number, F_DUPFD, 40)
  close(number)
  return high
}

private func openDescriptors() -> Int {
  (0..<4096).count { fcntl($0, F_GETFD) >= 0 }
}

private func isRunning(arguments: [String]) -> Bool {
  ProcessTree.all().contains { process in
    let line = readSmallFile("/proc/\(process.id)/cmdline") ?? ""
    return line.split(separator: "\0").map(String.init) == arguments
  }
}
