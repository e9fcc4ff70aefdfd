import Foundation
package import Records

/// All that building needs: toolchain, box, cache and kit, set up once and shared.
package struct Workshop: Sendable {
  package let box: Box
  package let toolchain: Toolchain
  private let cache: BuildCache
  private let kit: Kit

  /// - Throws: `ToolchainError`, `KitError`, or what the file system says.
  package init(home: Home, environment: [String: String]) throws {
    box = Box.detect()
    toolchain = try Toolchain.locate(searchPath: environment["PATH"] ?? "", box: box)
    cache = BuildCache.standard(environment: environment)
    kit = try Kit.build(home: home, toolchain: toolchain, cache: cache, box: box)
  }

  /// An empty folder for one submission.
  package func scratch() throws -> ScratchFolder {
    try ScratchFolder(in: cache.directory)
  }

  /// A submission that is ready to run.
  package struct Built: Sendable {
    /// Runs its programs.
    package let arena: Arena
    /// The digest of submission, kata and toolchain, which tokens carry.
    package let digest: String
    /// What it uses that no race detector can see, in words.
    package let blindSpots: [String]
    fileprivate let build: SubmissionBuild

    /// The program of an arena.
    package func executable(for arena: ArenaKind) -> String {
      build.executable(for: arena)
    }
  }

  /// Builds one submission, and the kata's harness if it is not in the cache.
  ///
  /// - Parameter folder: An empty folder that outlives the result's use.
  /// - Throws: `BuildFailure` for what is the submission's fault; anything else is the grader's.
  package func build(
    _ submission: Submission, for kata: KataFolder, in folder: String, arenas: [ArenaKind]
  ) throws -> Built {
    let compiler = Compiler(toolchain: toolchain, box: box)
    let harness = try HarnessBuild.build(kata, kit: kit, cache: cache, compiler: compiler)
    let build = try SubmissionBuild(
      directory: folder, kata: kata, kit: kit, harness: harness, compiler: compiler)
    let blindSpots = try build.run(
      submission, wall: SymbolWall(extra: kata.kata.limits.allowedSymbols ?? []), arenas: arenas)
    let symbolizer = Symbolizer(
      program: toolchain.symbolizer, demangler: toolchain.demangler,
      readOnly: [toolchain.root, folder], box: box)
    return Built(
      arena: Arena(
        box: box, libraries: [toolchain.libraries], sourceNames: submission.files.map(\.name),
        texts: submission.sources, contract: kata.kata.contract.members, symbolizer: symbolizer),
      digest: String(Digest.of([submission.digest, harness.key]).prefix(20)),
      blindSpots: blindSpots, build: build)
  }
}

extension Submission {
  /// The files' texts by their names.
  package var sources: [String: String] {
    Dictionary(files.map { ($0.name, $0.text) }, uniquingKeysWith: { first, _ in first })
  }
}
