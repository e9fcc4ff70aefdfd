#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the processes of a box use together, read from `/proc`.
///
/// Where there is no `/proc` (macOS) it sees nothing, and only the limits of single processes hold.
struct ProcessTree: Equatable {
  /// One look at the tree.
  struct Usage: Equatable {
    /// Resident memory in KiB. Pages shared after a fork are counted once a process.
    var residentKiB = 0
    /// Processor time, of those already reaped too.
    var cpuMilliseconds = 0
    /// Processes and threads.
    var tasks = 0
    /// The processes, as ids of the `/proc` that was read.
    var processes: [Identity] = []
  }

  /// A process that cannot be mistaken for a later one with the same id.
  struct Identity: Hashable {
    var id: pid_t
    var startTime: UInt64
  }

  /// The `/proc` that is read.
  private let root: String
  /// The process above all others; nil if everything under `root` belongs to the tree.
  private let top: pid_t?

  private static let pageKiB = Int(sysconf(Int32(_SC_PAGESIZE))) / 1024
  private static let ticksPerSecond = Int(sysconf(Int32(_SC_CLK_TCK)))

  /// The tree of a bubblewrap box: all that its own `/proc` shows; nil as long as it has none.
  ///
  /// While a box is being built its first process still sees the whole machine's `/proc`, and
  /// what everybody uses would be laid to the box.
  ///
  /// - Parameter firstProcess: the first process of the box's process namespace.
  static func box(firstProcess: pid_t) -> ProcessTree? {
    let root = "/proc/\(firstProcess)/root/proc"
    guard let own = device(of: root), own != device(of: "/proc") else { return nil }
    return ProcessTree(root: root, top: nil)
  }

  private static func device(of path: String) -> dev_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_dev : nil
  }

  /// A process and what descends from it.
  static func descendants(of process: pid_t) -> ProcessTree {
    ProcessTree(root: "/proc", top: process)
  }

  /// Every process of this machine that is not already dead.
  static func all() -> [Identity] {
    ProcessTree(root: "/proc", top: nil).usage().processes
  }

  /// Looks once. Complexity: O(processes that `root` shows).
  func usage() -> Usage {
    var usage = Usage()
    let members = memberStats()
    for stat in members where stat.state != UInt8(ascii: "Z") {
      usage.residentKiB += stat.residentPages * Self.pageKiB
      usage.tasks += stat.threads
      usage.processes.append(Identity(id: stat.id, startTime: stat.startTime))
    }
    usage.cpuMilliseconds = members.reduce(0) { $0 + $1.ticks } * 1000 / Self.ticksPerSecond
    return usage
  }

  /// Resident memory in KiB with shared pages divided among those who share them: exact and
  /// slow, for when `usage()` says that it is too much.
  func proportionalKiB(of usage: Usage) -> Int {
    usage.processes.reduce(0) { sum, process in
      let text = readSmallFile("\(root)/\(process.id)/smaps_rollup")
      let line = text?.split(separator: "\n").first { $0.hasPrefix("Pss:") }
      return sum + (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0)
    }
  }

  private func memberStats() -> [Stat] {
    let all = processIDs().compactMap { id in
      readSmallFile("\(root)/\(id)/stat").flatMap { Stat(id: id, text: $0) }
    }
    guard let top else { return all }
    var children: [pid_t: [Stat]] = [:]
    for stat in all {
      children[stat.parent, default: []].append(stat)
    }
    var members = all.filter { $0.id == top }
    var next = 0
    while next < members.count {
      members += children[members[next].id] ?? []
      next += 1
    }
    return members
  }

  private func processIDs() -> [pid_t] {
    guard let folder = opendir(root) else { return [] }
    defer { closedir(folder) }
    var ids: [pid_t] = []
    while let entry = readdir(folder) {
      // The name's first byte is enough to skip what is no process.
      guard (48...57).contains(entry.pointee.d_name.0) else { continue }
      let id = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        bytes.prefix { (48...57).contains($0) }.reduce(0) { $0 &* 10 &+ pid_t($1 - 48) }
      }
      ids.append(id)
    }
    return ids
  }

  /// The fields of `/proc/<id>/stat` that matter here.
  private struct Stat {
    var id: pid_t
    var state: UInt8
    var parent: pid_t
    var ticks: Int
    var threads: Int
    var startTime: UInt64
    var residentPages: Int

    init?(id: pid_t, text: String) {
      // The name in parentheses may hold anything, also parentheses.
      guard let end = text.utf8.lastIndex(of: UInt8(ascii: ")")) else { return nil }
      let fields = text[text.index(after: end)...].split(separator: " ")
      guard fields.count > 21, let state = fields[0].utf8.first, let parent = pid_t(fields[1]),
        let threads = Int(fields[17]), let start = UInt64(fields[19]), let pages = Int(fields[21])
      else { return nil }
      self.id = id
      self.state = state
      self.parent = parent
      self.threads = threads
      startTime = start
      residentPages = pages
      ticks = fields[11...14].reduce(0) { $0 + (Int($1) ?? 0) }
    }
  }
}

/// The text of a file of a few KiB; nil if it cannot be read.
func readSmallFile(_ path: String) -> String? {
  guard let file = try? FileDescriptor.open(path, O_RDONLY) else { return nil }
  return withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 16) { buffer in
    let count = read(file.number, buffer.baseAddress, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count], as: UTF8.self)
  }
}
