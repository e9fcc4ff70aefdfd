#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A child in a process group of its own, reaped exactly once. Whoever lets go of it before its
/// end kills it.
struct ChildProcess: ~Copyable {
  /// Its id, and its group's.
  let id: pid_t
  private(set) var status: Int32?

  /// Starts a program.
  ///
  /// - Parameter descriptors: what the child finds at which number; all else is closed.
  /// - Throws: `BoxError.system` if it cannot be started.
  init(
    _ command: Command, environment: [String: String], descriptors: [(ours: Int32, theirs: Int32)]
  ) throws(BoxError) {
    #if canImport(Glibc)
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #else
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // Copies above every target first, so that no target overwrites a source still needed.
    var high: [Int32] = []
    defer { high.forEach { _ = close($0) } }
    for (ours, theirs) in descriptors {
      let copy = fcntl(ours, F_DUPFD_CLOEXEC, 16)
      guard copy >= 0 else { throw .lastFailure(of: "fcntl") }
      high.append(copy)
      posix_spawn_file_actions_adddup2(&actions, copy, theirs)
    }
    for number in Self.inheritable() where !descriptors.contains(where: { $0.theirs == number }) {
      posix_spawn_file_actions_addclose(&actions, number)
    }
    // The grader's own signal mask and ignored signals are none of the child's business.
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    posix_spawnattr_setflags(&attributes, Int16(flags))

    let arguments = ([command.executable] + command.arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    var id: pid_t = 0
    let failure = posix_spawn(&id, command.executable, &actions, &attributes, arguments, variables)
    guard failure == 0 else {
      throw .system(
        call: "posix_spawn(\(command.executable))", reason: String(cString: strerror(failure)))
    }
    self.id = id
  }

  /// Descriptors that the grader itself was given and that a child would get too: a folder open
  /// outside would be a way out of the box.
  private static func inheritable() -> [Int32] {
    guard let folder = opendir("/dev/fd") else { return [] }
    defer { closedir(folder) }
    var numbers: [Int32] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard let number = Int32(name), number > 2 else { continue }
      let flags = fcntl(number, F_GETFD)
      if flags >= 0, flags & FD_CLOEXEC == 0 { numbers.append(number) }
    }
    return numbers
  }

  deinit {
    guard status == nil else { return }
    _ = kill(-id, SIGKILL)
    var ignored: Int32 = 0
    while waitpid(id, &ignored, 0) < 0, errno == EINTR {}
  }

  /// Kills the whole group. Only before it is reaped: afterwards the id may be another's.
  func killGroup() {
    guard status == nil else { return }
    _ = kill(-id, SIGKILL)
  }

  /// Looks whether it has ended, without waiting.
  mutating func hasEnded() -> Bool {
    if status == nil {
      var value: Int32 = 0
      if waitpid(id, &value, WNOHANG) == id { status = value }
    }
    return status != nil
  }

  /// Waits for its end.
  ///
  /// - Returns: how it ended, as `waitpid` tells.
  mutating func wait() -> ProcessResult.End {
    while status == nil {
      var value: Int32 = 0
      if waitpid(id, &value, 0) == id { status = value }
    }
    let value = status ?? 0
    let signal = value & 0x7f
    return signal == 0 ? .exited(code: (value >> 8) & 0xff) : .signalled(number: signal)
  }
}
