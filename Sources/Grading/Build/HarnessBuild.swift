import Foundation

/// A kata's harness, compiled once and cached: `Harness.swiftmodule`, `Harness.o`.
package struct HarnessBuild: Sendable {
  /// The folder of module and object. Read-only to the box.
  package let directory: String
  /// The digest of kit and harness.
  package let key: String

  /// The types that the kata provides; nil if it provides none.
  package let provided: ProvidedBuild?

  /// The objects to link.
  package var objects: [String] {
    [directory + "/Harness.o"] + (provided.map { [$0.object] } ?? [])
  }

  /// Flags of every harness.
  static let flags = ["-O", "-swift-version", "6"]

  /// Compiles the harness, or finds it in the cache.
  ///
  /// - Throws: `HarnessError` with the compiler's words if it does not build: the kata author's
  ///   fault, never a submission's.
  package static func build(
    _ folder: KataFolder, kit: Kit, cache: BuildCache, compiler: Compiler
  ) throws -> HarnessBuild {
    let contract = try Contract(folder.kata.contract)
    let generated = ContractSource.harnessSide(
      contract, criteria: folder.kata.criteria.map(\.id), imports: folder.contractImports)
    let harness = try String(contentsOfFile: folder.harnessPath, encoding: .utf8)
    let provided = try ProvidedBuild.build(folder, kit: kit, cache: cache, compiler: compiler)
    let key = Digest.of([kit.key, provided?.key ?? "", generated, harness])
    let place = try cache.entry("harness-\(folder.kata.id)", key: key) { place in
      try generated.write(toFile: place + "/Contract.swift", atomically: true, encoding: .utf8)
      try harness.write(toFile: place + "/Harness.swift", atomically: true, encoding: .utf8)
      var compiler = compiler
      compiler.moduleCache = kit.moduleCache
      compiler.readable =
        [kit.moduleCache, kit.directory] + (provided.map { [$0.directory] } ?? [])
      compiler.writable = [place]
      let result = try compiler.swiftModule(
        "Harness", [place + "/Contract.swift", place + "/Harness.swift"],
        flags + (provided?.importPath ?? []) + [
          "-I", kit.directory, "-emit-module-path", place + "/Harness.swiftmodule", "-o",
          place + "/Harness.o",
        ])
      guard result.end == .exited(code: 0) else {
        throw HarnessError(
          file: folder.harnessPath,
          words: result.stderr.replacing(place + "/Harness.swift", with: folder.harnessPath))
      }
    }
    return HarnessBuild(directory: place, key: key, provided: provided)
  }
}

/// A harness does not build.
package struct HarnessError: Error, CustomStringConvertible {
  /// The harness's file.
  package let file: String
  /// What the compiler said.
  package let words: String

  package var description: String {
    "\(file) does not build; this is no fault of a submission:\n\(words)"
  }
}
