#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How bubblewrap is asked to build a box.
package struct Bubblewrap: Sendable, Equatable {
  /// The program.
  package var path: String
  /// True if this version can limit the size of a `tmpfs`.
  package var limitsSizes: Bool
  /// True if the system call filter is used.
  package var filtersSystemCalls: Bool

  /// What every program needs to start: libraries, and where the loader looks them up.
  private static let system = [
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc/ld.so.cache",
  ]

  /// The descriptors that bubblewrap itself uses, and the boxed command never sees.
  enum Descriptor {
    /// Where it reads the system call filter.
    static let filter: Int32 = 4
    /// Where it says that the command runs, and how it ended.
    static let status: Int32 = 5
  }

  /// The command line that runs `command` in a box.
  func wrapping(_ command: Command, access: Access) -> Command {
    var arguments = [
      "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv",
      "--hostname", "box", "--json-status-fd", "\(Descriptor.status)",
    ]
    if filtersSystemCalls {
      arguments += ["--seccomp", "\(Descriptor.filter)"]
    }
    for path in Self.system {
      arguments += Self.binding(of: path)
    }
    arguments += ["--proc", "/proc", "--dev", "/dev"]
    arguments += scratch("/dev/shm", mebibytes: 16)
    arguments += scratch("/tmp", mebibytes: access.temporaryMiB)
    for path in access.readOnly {
      arguments += ["--ro-bind", path, path]
    }
    for path in access.writable {
      arguments += ["--bind", path, path]
    }
    // The folders made for the binds above are memory too: nobody may fill them.
    arguments += ["--remount-ro", "/dev", "--remount-ro", "/"]
    for (name, value) in command.environment.sorted(by: { $0.key < $1.key }) {
      arguments += ["--setenv", name, value]
    }
    arguments += ["--chdir", command.workingDirectory, "--", command.executable]
    return Command(executable: path, arguments: arguments + command.arguments)
  }

  private func scratch(_ path: String, mebibytes: Int) -> [String] {
    (limitsSizes ? ["--size", "\(mebibytes << 20)"] : []) + ["--tmpfs", path]
  }

  /// A symbolic link stays one, so that `/lib` of a merged system costs no second mount.
  private static func binding(of path: String) -> [String] {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink(path, &target, target.count)
    if length > 0 {
      let text = String(decoding: target[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
      return ["--symlink", text, path]
    }
    return access(path, F_OK) == 0 ? ["--ro-bind", path, path] : []
  }
}
