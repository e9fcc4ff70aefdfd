/// Compares what a box uses with what it may use.
struct ResourceWatch {
  let limits: ResourceLimits
  let start: ContinuousClock.Instant
  /// The most processor time seen; a process that nobody waited for takes its own with it.
  private var cpuMilliseconds = 0
  /// Every process ever seen, for the clearing up where no namespace does it.
  private(set) var seen: Set<ProcessTree.Identity> = []

  init(limits: ResourceLimits, start: ContinuousClock.Instant) {
    self.limits = limits
    self.start = start
  }

  /// Looks once.
  ///
  /// - Returns: the limit that was passed; nil if none was.
  mutating func look(at tree: ProcessTree) -> ProcessResult.End? {
    if ContinuousClock.now - start >= limits.wall {
      seen.formUnion(tree.usage().processes)
      return .wallLimit(milliseconds: limits.wall.wholeMilliseconds)
    }
    let usage = tree.usage()
    seen.formUnion(usage.processes)
    cpuMilliseconds = max(cpuMilliseconds, usage.cpuMilliseconds)
    if cpuMilliseconds >= limits.cpu.wholeMilliseconds {
      return cpuLimit
    }
    if let processes = limits.processes, usage.tasks > processes {
      return .processLimit(count: processes)
    }
    if let mebibytes = limits.memoryMiB, usage.residentKiB > mebibytes << 10,
      tree.proportionalKiB(of: usage) > mebibytes << 10
    {
      return .memoryLimit(mebibytes: mebibytes)
    }
    return nil
  }

  /// The kernel's own limit on processor time, which acts between two looks, under its true name.
  func explain(_ end: ProcessResult.End) -> ProcessResult.End {
    let outOfTime: Int32 = 24
    let killed: Int32 = 9
    let nearly = limits.cpu.wholeMilliseconds - 200
    switch end {
    case .signalled(outOfTime): return cpuLimit
    case .signalled(killed) where cpuMilliseconds >= nearly: return cpuLimit
    default: return end
    }
  }

  private var cpuLimit: ProcessResult.End {
    .cpuLimit(milliseconds: limits.cpu.wholeMilliseconds)
  }
}
