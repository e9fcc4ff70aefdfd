import Foundation

/// Looks at the machine before anything is graded: what is there, what is missing, what to do.
package struct Doctor: Sendable {
  private let environment: [String: String]
  private let extraKatas: [String]

  /// - Parameters:
  ///   - environment: Where `PATH`, `HOME` and `XDG_CACHE_HOME` are read from.
  ///   - extraKatas: Folders of katas besides the tool's own.
  package init(environment: [String: String], extraKatas: [String] = []) {
    self.environment = environment
    self.extraKatas = extraKatas
  }

  /// Everything that was found, the most basic first.
  package func examine() -> [Diagnosis] {
    let box = Box.detect()
    return toolchain(box) + [self.box(box)] + files() + [cache(), memory(), controlGroups()]
  }

  private func toolchain(_ box: Box) -> [Diagnosis] {
    do {
      let toolchain = try Toolchain.locate(searchPath: environment["PATH"] ?? "", box: box)
      return [
        Diagnosis("Swift", .good, "\(toolchain.version) in \(toolchain.root)"),
        Self.tools(of: toolchain), Self.symbolizer(of: toolchain),
      ]
    } catch {
      return [
        Diagnosis(
          "Swift", .missing, error.description,
          advice: "see swift.org/install; 'swiftc --version' must work in this shell")
      ]
    }
  }

  private static func tools(of toolchain: Toolchain) -> Diagnosis {
    let needed = [
      toolchain.clang, toolchain.nm, toolchain.demangler, toolchain.symbolGraphExtractor,
      toolchain.root + "/bin/ld.lld",
    ]
    let absent = needed.filter { !FileManager.default.isExecutableFile(atPath: $0) }
    guard !absent.isEmpty else {
      return Diagnosis("build tools", .good, "clang, lld, llvm-nm and the rest are there")
    }
    return Diagnosis(
      "build tools", .missing, "not there: \(absent.joined(separator: ", "))",
      advice: "install the whole toolchain, not the runtime alone")
  }

  private static func symbolizer(of toolchain: Toolchain) -> Diagnosis {
    guard FileManager.default.isExecutableFile(atPath: toolchain.symbolizer) else {
      return Diagnosis(
        "llvm-symbolizer", .weak, "not there: reports have no lines of source",
        advice: "install the whole toolchain; it comes with it")
    }
    return Diagnosis("llvm-symbolizer", .good, toolchain.symbolizer)
  }

  private func box(_ box: Box) -> Diagnosis {
    switch box.confinement {
    case .bubblewrap(let bubblewrap) where bubblewrap.filtersSystemCalls:
      return Diagnosis("box", .good, "\(box.description), \(bubblewrap.path)")
    case .bubblewrap:
      return Diagnosis(
        "box", .weak, box.description, advice: "a newer bubblewrap can filter system calls too")
    case .limitsOnly:
      return Diagnosis(
        "box", .weak, box.description,
        advice: "install bubblewrap ('scripts/setup' does) and allow user namespaces; until then "
          + "grade only code that you trust")
    }
  }

  private func files() -> [Diagnosis] {
    let home: Home
    do {
      home = try Home.locate()
    } catch {
      return [Diagnosis("kit", .missing, error.description)]
    }
    let modules = ["Records", "KataKit", "Search", "CScheduler", "Scheduler", "os"]
    let absent = modules.filter {
      !FileManager.default.fileExists(atPath: "\(home.sources)/\($0)")
    }
    let kit =
      absent.isEmpty
      ? Diagnosis("kit", .good, "sources in \(home.sources)")
      : Diagnosis(
        "kit", .missing, "not in \(home.sources): \(absent.joined(separator: ", "))",
        advice: "copy the whole Sources folder beside the tool")
    return [kit, katas(home)]
  }

  private func katas(_ home: Home) -> Diagnosis {
    do {
      let count = try Catalog.load(directories: [home.katas] + extraKatas).katas.count
      return count > 0
        ? Diagnosis(
          "katas", .good, "\(count) in \(([home.katas] + extraKatas).joined(separator: ", "))")
        : Diagnosis(
          "katas", .missing, "none in \(home.katas)",
          advice: "copy the Katas folder beside the tool")
    } catch {
      return Diagnosis(
        "katas", .missing, error.description, advice: "mend or take away that kata")
    }
  }

  private func cache() -> Diagnosis {
    let directory = BuildCache.standard(environment: environment).directory
    do {
      _ = try ScratchFolder(in: directory)
      return Diagnosis("cache", .good, "\(directory), \(Self.space(in: directory)) free")
    } catch {
      return Diagnosis(
        "cache", .missing, "\(directory) cannot be written to",
        advice: "make it writable, or set XDG_CACHE_HOME to a folder that is")
    }
  }

  private static func space(in directory: String) -> String {
    let attributes = try? FileManager.default.attributesOfFileSystem(forPath: directory)
    guard let free = (attributes?[.systemFreeSize] as? NSNumber)?.int64Value else { return "?" }
    return "\(free >> 20) MiB"
  }

  private func memory() -> Diagnosis {
    let mebibytes = ProcessInfo.processInfo.physicalMemory >> 20
    let processors = ProcessInfo.processInfo.activeProcessorCount
    let detail = "\(mebibytes) MiB of memory, \(processors) processors"
    return mebibytes >= 2048
      ? Diagnosis("machine", .good, detail)
      : Diagnosis("machine", .weak, detail, advice: "with less than 2048 MiB use --jobs 1")
  }

  /// For information: the box limits processes one by one and does not need them.
  private func controlGroups() -> Diagnosis {
    let root = "/sys/fs/cgroup"
    let detail =
      if !FileManager.default.fileExists(atPath: root + "/cgroup.controllers") {
        "no unified hierarchy here"
      } else if FileManager.default.isWritableFile(atPath: root + "/cgroup.procs") {
        "unified hierarchy, writable"
      } else {
        "unified hierarchy, not writable"
      }
    return Diagnosis("control groups", .good, detail + "; not used, limits hold without them")
  }
}
