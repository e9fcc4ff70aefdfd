import Foundation
import Grading

/// The programs of `Tests/Programs`, built; kept beside the tests' own build.
struct TestPrograms: Sendable {
  /// The checkout that these tests are in.
  private static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path
  /// Where the programs are.
  static let folder = checkout + "/Tests/Programs"

  let toolchain: Toolchain
  let box: Box
  /// The groups' files, below the folder of programs.
  let files: [String]
  private let build: ProgramBuild

  /// The folder of the executables.
  var directory: String { build.directory }

  func executable(_ kind: ProgramBuild.Kind) -> String { build.executable(kind) }

  /// Builds what is not built yet: about 30 s after a change, on an idle machine.
  init() throws {
    let environment = ProcessInfo.processInfo.environment
    box = .detect()
    toolchain = try Toolchain.locate(searchPath: environment["PATH"] ?? "", box: box)
    let home = Home(directory: Self.checkout)
    let kit = try Kit.build(
      home: home, toolchain: toolchain, cache: .standard(environment: environment), box: box)
    files = try FileManager.default.subpathsOfDirectory(atPath: Self.folder)
      .filter { $0.hasSuffix(".swift") && !$0.hasPrefix("Support/") }.sorted()
    let beside = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().path
    build = try ProgramBuild(
      .init(
        folder: Self.folder,
        programs: files
          + ["Program", "Vocabulary", "AllGroups"].map { "Support/\($0).swift" },
        explored: ["Explored", "SharedSizes", "Line"].map { "Support/\($0).swift" },
        real: ["Support/Real.swift", "Support/Line.swift"]),
      kit: kit, home: home, toolchain: toolchain,
      cache: BuildCache(directory: beside + "/program-tests-cache"), box: box)
  }
}
