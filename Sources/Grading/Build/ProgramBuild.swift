import Foundation

/// Programs that use the kit without a kata, built into three executables: for measuring the
/// scheduler, and for comparing it with real threads. Kept in a cache by the digest of all sources.
package struct ProgramBuild: Sendable {
  /// An executable.
  package enum Kind: String, CaseIterable, Sendable {
    /// Instrumented, with the controlled scheduler.
    case explored
    /// Optimised, on real threads and real Dispatch.
    case real
    /// Instrumented, on real threads, with ThreadSanitizer.
    case witness
  }

  /// What there is to build; files are relative to the folder.
  package struct Sources: Sendable {
    /// The folder.
    package var folder: String
    /// The files of the module `Programs`, which is what is instrumented.
    package var programs: [String]
    /// The files of the module that explores them, with its `@main`.
    package var explored: [String]
    /// The files of the module that runs them on real threads; none if they are only explored.
    package var real: [String]

    package init(
      folder: String, programs: [String], explored: [String], real: [String] = []
    ) {
      self.folder = folder
      self.programs = programs
      self.explored = explored
      self.real = real
    }

    fileprivate var all: [String] { programs + explored + real }
  }

  /// The folder of the executables.
  package let directory: String

  package func executable(_ kind: Kind) -> String { "\(directory)/\(kind.rawValue)" }

  /// Builds what is not in the cache yet: about 30 s after a change.
  ///
  /// - Throws: `KitError` with the compiler's words if it does not build.
  package init(
    _ sources: Sources, kit: Kit, home: Home, toolchain: Toolchain, cache: BuildCache, box: Box
  ) throws {
    let texts = try sources.all.map {
      try String(contentsOfFile: "\(sources.folder)/\($0)", encoding: .utf8)
    }
    let recipe = try String(
      contentsOfFile: home.sources + "/Grading/Build/ProgramBuild.swift", encoding: .utf8)
    let steps = Steps(sources: sources, kit: kit, home: home, toolchain: toolchain, box: box)
    directory = try cache.entry(
      "programs", key: Digest.of([kit.key, recipe] + sources.all + texts)
    ) { try steps.run(in: $0) }
  }

  private struct Steps: Sendable {
    let sources: Sources
    let kit: Kit
    let home: Home
    let toolchain: Toolchain
    let box: Box

    func run(in folder: String) throws {
      var compiler = Compiler(toolchain: toolchain, box: box)
      compiler.readable = [sources.folder, kit.directory, home.sources]
      // These programs are our own, and import what no submission may.
      compiler.writable = [folder, kit.moduleCache]
      compiler.moduleCache = kit.moduleCache
      // One large module, perhaps on a machine that has other things to do.
      compiler.limits.wall = .seconds(900)
      compiler.limits.cpu = .seconds(600)
      let ready = compiler
      var modules: [@Sendable () throws -> Void] = [
        { try programs("instrumented", SubmissionBuild.instrumented, folder, ready) }
      ]
      var drivers: [@Sendable () throws -> Void] = [
        { try driver("Explored", sources.explored, folder, ready) }
      ]
      if !sources.real.isEmpty {
        modules.append { try programs("optimised", SubmissionBuild.optimised, folder, ready) }
        drivers.append { try driver("Real", sources.real, folder, ready) }
      }
      try Concurrently.run(modules)
      try Concurrently.run(drivers)
      // The kit's own entries start an arena.
      let exploring = kit.exploreObjects.filter { !$0.hasSuffix("/ExploreEntry.o") }
      try link(
        .explored, ["instrumented", "Explored"], exploring, ["-Xlinker", "--export-dynamic"],
        folder, ready)
      guard !sources.real.isEmpty else { return }
      let real = kit.realObjects.filter { !$0.hasSuffix("/StressEntry.o") }
      try link(.real, ["optimised", "Real"], real, [], folder, ready)
      try link(.witness, ["instrumented", "Real"], real, ["-fsanitize=thread"], folder, ready)
    }

    private func programs(
      _ name: String, _ flags: [String], _ folder: String, _ compiler: Compiler
    ) throws {
      // Both are the same module; either one's interface will do.
      let interface = "\(folder)/\(name)/Programs.swiftmodule"
      try FileManager.default.createDirectory(
        atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
      try check(
        name,
        compiler.swiftModule(
          "Programs", sources.programs,
          flags + [
            "-I", kit.submissionModules, "-emit-module-path", interface, "-o",
            "\(folder)/\(name).o",
          ],
          workingDirectory: sources.folder))
    }

    private func driver(
      _ name: String, _ files: [String], _ folder: String, _ compiler: Compiler
    ) throws {
      try check(
        name,
        compiler.swiftModule(
          name, files,
          [
            "-O", "-swift-version", "5", "-package-name", "randori", "-I", kit.directory, "-I",
            kit.submissionModules, "-I", "\(folder)/instrumented", "-I",
            "\(home.sources)/CScheduler/include", "-o", "\(folder)/\(name).o",
          ], workingDirectory: sources.folder))
    }

    private func link(
      _ kind: Kind, _ own: [String], _ others: [String], _ arguments: [String], _ folder: String,
      _ compiler: Compiler
    ) throws {
      try check(
        kind.rawValue,
        compiler.link(
          own.map { "\(folder)/\($0).o" } + others, to: "\(folder)/\(kind.rawValue)", arguments))
    }

    private func check(_ step: String, _ result: ProcessResult) throws {
      guard result.end == .exited(code: 0) else {
        throw KitError(step: step, words: result.stderr + result.stdout)
      }
    }
  }
}
