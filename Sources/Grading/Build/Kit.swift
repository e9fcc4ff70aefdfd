import Foundation

/// The kit: what arena executables link beside a harness and a submission. Built once a
/// toolchain and version of the sources, into the cache.
package struct Kit: Sendable {
  /// The folder of the modules and objects. Read-only to the box.
  package let directory: String
  /// The digest of toolchain, sources and flags.
  package let key: String
  /// The C modules that Swift imports, compiled. A compiler that can only read them is as fast as
  /// one that made them.
  package let moduleCache: String

  /// The modules that a submission may import beside the toolchain's: a folder of its own.
  package var submissionModules: String { directory + "/submission" }
  /// The objects that the arenas on real threads link.
  package var realObjects: [String] {
    objects(["Records", "KataKit", "os", "StressEntry"])
  }
  /// The objects that the explore arena links; empty if the kit has none.
  package var exploreObjects: [String] {
    objects(["Records", "KataKit", "Search", "Scheduler", "os", "ExploreEntry"]) + runtimeObjects
  }

  private var runtimeObjects: [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: directory + "/runtime")) ?? []
    return files.sorted().map { "\(directory)/runtime/\($0)" }
  }

  private func objects(_ names: [String]) -> [String] {
    names.map { "\(directory)/\($0).o" }
  }

  /// The Swift modules in the order of their dependencies.
  private static let modules = ["Records", "KataKit", "Search", "Scheduler"]

  /// Builds the kit, or finds it in the cache.
  ///
  /// - Throws: `KitError` with the compiler's words if it does not build: the grader's fault.
  package static func build(
    home: Home, toolchain: Toolchain, cache: BuildCache, box: Box
  ) throws -> Kit {
    // The recipe is a part of what is built.
    var files = ["Kit", "Compiler", "HarnessBuild", "SubmissionBuild"].map {
      "Grading/Build/\($0).swift"
    }
    for module in modules + ["CScheduler", "os"] {
      files += try sources(of: module, home: home)
    }
    var parts = [toolchain.root, toolchain.version]
    for file in files {
      parts.append(file)
      parts.append(try String(contentsOfFile: "\(home.sources)/\(file)", encoding: .utf8))
    }
    let key = Digest.of(parts)
    // Compiled C modules know the path that they were made at, so they cannot be moved into
    // place; clang keeps concurrent writers of one folder apart by itself.
    let moduleCache = "\(cache.directory)/modules-\(Digest.of(parts.prefix(2)).prefix(24))"
    try FileManager.default.createDirectory(
      atPath: moduleCache, withIntermediateDirectories: true)
    let folder = try cache.entry("kit", key: key) { folder in
      var compiler = Compiler(toolchain: toolchain, box: box)
      compiler.readable = [home.sources]
      compiler.writable = [folder, moduleCache]
      compiler.moduleCache = moduleCache
      compiler.limits.wall = .seconds(3600)
      compiler.limits.cpu = .seconds(900)
      try KitBuild(home: home, folder: folder, compiler: compiler).run(modules: modules)
    }
    return Kit(directory: folder, key: key, moduleCache: moduleCache)
  }

  /// The flags of every Swift module of the kit.
  static let flags = [
    "-O", "-swift-version", "6", "-package-name", "randori",
    "-enable-upcoming-feature", "ExistentialAny",
    "-enable-upcoming-feature", "InternalImportsByDefault",
  ]

  /// A module's sources, relative to `Sources`, sorted.
  static func sources(of module: String, home: Home) throws -> [String] {
    let root = "\(home.sources)/\(module)"
    guard let walk = FileManager.default.enumerator(atPath: root) else {
      throw KitError(step: module, words: "\(root) cannot be read")
    }
    return walk.compactMap { $0 as? String }
      .filter { ["swift", "c", "h", "S", "modulemap"].contains(($0 as NSString).pathExtension) }
      .sorted().map { "\(module)/\($0)" }
  }
}

/// The kit does not build: a fault of the grader or of the toolchain, never of a submission.
package struct KitError: Error, CustomStringConvertible {
  /// What was being built.
  package let step: String
  /// What the compiler said.
  package let words: String

  package var description: String {
    "the kit's \(step) does not build; this is no fault of a submission:\n\(words)"
  }
}

/// One build of the kit into an empty folder.
struct KitBuild {
  let home: Home
  let folder: String
  let compiler: Compiler

  func run(modules: [String]) throws {
    try buildRuntime()
    for module in modules {
      try swift(
        module, at: folder,
        imports: [
          "-I", folder, "-I", "\(home.sources)/CScheduler/include",
        ])
    }
    // The submission's import path holds this module and nothing else.
    try FileManager.default.createDirectory(
      atPath: folder + "/submission", withIntermediateDirectories: true)
    try swift("os", at: folder + "/submission", imports: [])
    try FileManager.default.moveItem(atPath: folder + "/submission/os.o", toPath: folder + "/os.o")
    try entry("StressEntry", module: "KataKit", call: "runStressArena")
    try entry("ExploreEntry", module: "Scheduler", call: "runExploreArena")
    try fillModuleCache()
  }

  private func swift(_ module: String, at place: String, imports: [String]) throws {
    let sources = try Kit.sources(of: module, home: home).map { "\(home.sources)/\($0)" }
    try check(
      module,
      compiler.swiftModule(
        module, sources,
        Kit.flags + imports + [
          "-emit-module-path", "\(place)/\(module).swiftmodule", "-o", "\(place)/\(module).o",
        ]))
  }

  /// The program's start: asks the glue for the kata and hands it to the arena.
  private func entry(_ name: String, module: String, call: String) throws {
    let source = """
      import KataKit
      import \(module)
      @_silgen_name("randori_kata") func kata() -> [Scenario]
      @main enum Entry { static func main() { \(call)(kata()) } }

      """
    let file = "\(folder)/\(name).swift"
    try source.write(toFile: file, atomically: true, encoding: .utf8)
    try check(
      name,
      compiler.swiftModule(
        name, [file],
        [
          "-O", "-swift-version", "6", "-I", folder, "-I", "\(home.sources)/CScheduler/include",
          "-o", "\(folder)/\(name).o",
        ]))
  }

  /// Compiles the C modules behind everything that a submission may import.
  private func fillModuleCache() throws {
    let imports = ["Foundation", "Dispatch", "Synchronization", "Observation", "Glibc", "os"]
    let file = "\(folder)/imports.swift"
    try imports.map { "import \($0)\n" }.joined().write(
      toFile: file, atomically: true, encoding: .utf8)
    for flags in [
      HarnessBuild.flags, SubmissionBuild.instrumented, SubmissionBuild.optimised,
      SubmissionBuild.glue, SubmissionBuild.instrumentedGlue,
    ] {
      try check(
        "module cache",
        compiler.swiftModule(
          "Imports", [file],
          flags + ["-I", folder + "/submission", "-o", folder + "/imports.o"]))
    }
  }

  /// One call compiles many files; two calls at a time, for two processors.
  private func buildRuntime() throws {
    let runtime = folder + "/runtime"
    try FileManager.default.createDirectory(atPath: runtime, withIntermediateDirectories: true)
    let files = try Kit.sources(of: "CScheduler", home: home)
      .filter { $0.hasSuffix(".c") || $0.hasSuffix(".S") }.map { "\(home.sources)/\($0)" }
    let half = files.count / 2
    try Concurrently.run([
      { try compileRuntime(Array(files[..<half]), in: runtime) },
      { try compileRuntime(Array(files[half...]), in: runtime) },
    ])
  }

  private func compileRuntime(_ files: [String], in runtime: String) throws {
    try check(
      "runtime",
      compiler.run(
        compiler.toolchain.clang,
        [
          "-O2", "-g", "-fPIC", "-fno-omit-frame-pointer", "-I",
          "\(home.sources)/CScheduler/include", "-c",
        ] + files, workingDirectory: runtime))
  }

  private func check(_ step: String, _ result: ProcessResult) throws {
    if result.end == .exited(code: 0) { return }
    var words = result.stderr + result.stdout
    if case .exited = result.end {} else { words += "the compiler was stopped (\(result.end))" }
    throw KitError(step: step, words: words)
  }
}
