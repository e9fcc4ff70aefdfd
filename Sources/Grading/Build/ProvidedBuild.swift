import Foundation

/// The types that a kata provides, compiled once and cached: the module `Provided`, which a
/// submission is compiled with as if it imported it, and which the harness imports.
///
/// It is not instrumented: what happens inside it is the kata's business and no step of the
/// submission's. Copies of its structs lie in the submission's memory and are seen there.
package struct ProvidedBuild: Sendable {
  /// The module's name.
  package static let module = "Provided"

  /// The folder of module and object, with nothing else in it that could be imported. Read-only to
  /// the box.
  package let directory: String
  /// The digest of toolchain and sources.
  package let key: String

  /// The object to link.
  package var object: String { directory + "/Provided.o" }
  /// Flags that let a module import it.
  package var importPath: [String] { ["-I", directory] }
  /// Flags that import it into every file of a module.
  package var implicitImport: [String] { importPath + ["-import-module", Self.module] }

  /// Compiles what a kata provides, or finds it in the cache.
  ///
  /// - Returns: nil if the kata provides nothing.
  /// - Throws: `HarnessError` with the compiler's words if it does not build: the kata author's
  ///   fault, never a submission's.
  static func build(
    _ folder: KataFolder, kit: Kit, cache: BuildCache, compiler: Compiler
  ) throws -> ProvidedBuild? {
    let paths = folder.providedPaths
    guard !paths.isEmpty else { return nil }
    let sources = try paths.map { try String(contentsOfFile: $0, encoding: .utf8) }
    let key = Digest.of([kit.key] + sources)
    let place = try cache.entry("provided", key: key) { place in
      var files: [String] = []
      for (number, source) in sources.enumerated() {
        files.append("\(place)/\(number)-\(URL(fileURLWithPath: paths[number]).lastPathComponent)")
        try source.write(toFile: files[number], atomically: true, encoding: .utf8)
      }
      var compiler = compiler
      compiler.moduleCache = kit.moduleCache
      compiler.readable = [kit.moduleCache]
      compiler.writable = [place]
      let result = try compiler.swiftModule(
        module, files,
        HarnessBuild.flags + [
          "-emit-module-path", "\(place)/\(module).swiftmodule", "-o", "\(place)/\(module).o",
        ])
      guard result.end == .exited(code: 0) else {
        throw HarnessError(
          file: paths.joined(separator: ", "),
          words: result.stderr.replacing(place + "/", with: ""))
      }
    }
    return ProvidedBuild(directory: place, key: key)
  }
}
