#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Kills what a command detached, where no process namespace does it.
///
/// It finds what the watch had seen as a descendant, and what still carries the run's mark in
/// its environment. A process that detaches between two looks and clears its environment gets
/// away; only bubblewrap stops that.
enum Leftovers {
  /// Kills them, and their children born meanwhile.
  ///
  /// - Parameters:
  ///   - seen: the processes that were seen.
  ///   - marker: the run's mark.
  static func kill(seen: Set<ProcessTree.Identity>, marker: String) {
    let mark = Array("\(ResourceGate.markerName)=\(marker)".utf8)
    // A process may fork while the list is read; each round leaves fewer who could.
    for _ in 0..<8 {
      let alive = ProcessTree.all().filter { process in
        seen.contains(process) || environment(of: process.id).map { contains($0, mark) } ?? false
      }
      if alive.isEmpty { return }
      for process in alive {
        _ = kill(process.id)
      }
      _ = poll(nil, 0, 2)
    }
  }

  private static func kill(_ id: pid_t) -> Int32 {
    #if canImport(Glibc)
      Glibc.kill(id, SIGKILL)
    #else
      Darwin.kill(id, SIGKILL)
    #endif
  }

  private static func environment(of id: pid_t) -> [UInt8]? {
    guard let file = try? FileDescriptor.open("/proc/\(id)/environ", O_RDONLY) else { return nil }
    var bytes: [UInt8] = []
    _ = drain(file.number, into: &bytes, limit: 1 << 20)
    return bytes
  }

  private static func contains(_ bytes: [UInt8], _ mark: [UInt8]) -> Bool {
    bytes.split(separator: 0).contains { $0.elementsEqual(mark) }
  }
}
