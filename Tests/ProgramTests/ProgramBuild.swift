import Foundation
import Records

@testable import Grading

/// The programs, built into three executables. Kept beside the build, by the digest of all sources.
struct ProgramBuild: Sendable {
  /// An executable.
  enum Kind: String, CaseIterable {
    /// Instrumented, with the controlled scheduler.
    case explored
    /// Optimised, on real threads and real Dispatch.
    case real
    /// Instrumented, on real threads, with ThreadSanitizer.
    case witness
  }

  /// The checkout that these tests are in.
  static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path
  /// Where the programs are.
  static let programs = checkout + "/Tests/Programs"

  /// The folder of the executables.
  let directory: String
  let toolchain: Toolchain
  let box: Box
  /// The groups' files, below the folder of programs.
  let files: [String]

  func executable(_ kind: Kind) -> String { "\(directory)/\(kind.rawValue)" }

  /// Builds what is not built yet: about 30 s after a change, on an idle machine.
  init() throws {
    let environment = ProcessInfo.processInfo.environment
    box = .detect()
    toolchain = try Toolchain.locate(searchPath: environment["PATH"] ?? "", box: box)
    let kit = try Kit.build(
      home: Home(directory: Self.checkout), toolchain: toolchain,
      cache: .standard(environment: environment), box: box)
    let all = try FileManager.default.subpathsOfDirectory(atPath: Self.programs)
      .filter { $0.hasSuffix(".swift") }.sorted()
    let build = try String(contentsOfFile: #filePath, encoding: .utf8)
    let texts = try all.map {
      try String(contentsOfFile: "\(Self.programs)/\($0)", encoding: .utf8)
    }
    files = all.filter { !$0.hasPrefix("Support/") }
    let beside = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().path
    let cache = BuildCache(directory: beside + "/program-tests-cache")
    let steps = Steps(
      kit: kit, toolchain: toolchain, box: box,
      modules: files + ["Program", "Vocabulary", "AllGroups"].map { "Support/\($0).swift" })
    directory = try cache.entry("programs", key: Digest.of([kit.key, build] + all + texts)) {
      try steps.run(in: $0)
    }
  }

  private struct Steps: Sendable {
    let kit: Kit
    let toolchain: Toolchain
    let box: Box
    /// The files of the module of all programs.
    let modules: [String]

    func run(in folder: String) throws {
      var compiler = Compiler(toolchain: toolchain, box: box)
      compiler.readable = [
        ProgramBuild.programs, kit.directory, kit.moduleCache, ProgramBuild.checkout + "/Sources",
      ]
      // The C module of the runtime is compiled where its header lies in this checkout.
      compiler.writable = [folder, kit.moduleCache]
      compiler.moduleCache = kit.moduleCache
      // One large module, perhaps on a machine that has other things to do.
      compiler.limits.wall = .seconds(900)
      compiler.limits.cpu = .seconds(600)
      let ready = compiler
      try Concurrently.run([
        { try programs("instrumented", SubmissionBuild.instrumented, folder, ready) },
        { try programs("optimised", SubmissionBuild.optimised, folder, ready) },
      ])
      try Concurrently.run([
        { try driver("Explored", folder, ready) }, { try driver("Real", folder, ready) },
      ])
      // The programs have a beginning of their own.
      let kitObjects = kit.realObjects.filter { !$0.hasSuffix("/StressEntry.o") }
      let exploring = kit.exploreObjects.filter { !$0.hasSuffix("/ExploreEntry.o") }
      try link(
        .explored, ["instrumented", "Explored"], exploring, ["-Xlinker", "--export-dynamic"],
        folder, ready)
      try link(.real, ["optimised", "Real"], kitObjects, [], folder, ready)
      try link(
        .witness, ["instrumented", "Real"], kitObjects, ["-fsanitize=thread"], folder, ready)
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
          "Programs", modules,
          flags + [
            "-I", kit.submissionModules, "-emit-module-path", interface, "-o",
            "\(folder)/\(name).o",
          ],
          workingDirectory: ProgramBuild.programs))
    }

    private func driver(_ name: String, _ folder: String, _ compiler: Compiler) throws {
      try check(
        name,
        compiler.swiftModule(
          name, ["Support/\(name).swift", "Support/Line.swift"],
          [
            "-O", "-swift-version", "5", "-package-name", "randori", "-I", kit.directory, "-I",
            kit.submissionModules, "-I", "\(folder)/optimised", "-I",
            "\(ProgramBuild.checkout)/Sources/CScheduler/include",
            "-o", "\(folder)/\(name).o",
          ], workingDirectory: ProgramBuild.programs))
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
