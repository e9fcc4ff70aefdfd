import Foundation
package import Records

/// Builds one submission for every arena, in a scratch folder that its caller owns.
package struct SubmissionBuild: Sendable {
  /// The scratch folder; the arenas may read it.
  package let directory: String
  private let compiler: Compiler
  private let kit: Kit
  private let harness: HarnessBuild
  private let contract: Contract
  private let contractImports: [String]

  /// The program of an arena, once `run` has come back.
  package func executable(for arena: ArenaKind) -> String {
    directory + "/out/" + arena.rawValue
  }

  /// - Parameter directory: An empty folder.
  /// - Throws: `ContractError` if the kata's contract is not understood.
  package init(
    directory: String, kata: KataFolder, kit: Kit, harness: HarnessBuild, compiler: Compiler
  ) throws {
    self.directory = directory
    contract = try Contract(kata.kata.contract)
    contractImports = kata.contractImports
    self.kit = kit
    self.harness = harness
    var compiler = compiler
    compiler.moduleCache = kit.moduleCache
    compiler.readable =
      [kit.moduleCache, kit.directory, harness.directory]
      + (harness.provided.map { [$0.directory] } ?? [])
    compiler.writable = [directory]
    compiler.limits = ResourceLimits(
      wall: .seconds(300), cpu: .seconds(40), memoryMiB: 2048, outputKiB: 256, fileMiB: 256,
      processes: 256)
    self.compiler = compiler
  }

  /// Compiles the submission alone, looks at its symbols, ties it to the harness, and links a
  /// program for each arena.
  ///
  /// - Returns: what it uses that no race detector can see; see `BlindSpots`.
  /// - Throws: `BuildFailure` for what is the submission's fault; anything else is the grader's.
  package func run(
    _ submission: Submission, wall: SymbolWall, arenas: [ArenaKind]
  ) throws -> [String] {
    if let refusal = SourceWall.refusal(in: submission) { throw BuildFailure.refused(refusal) }
    for folder in ["src", "instrumented", "optimised", "out"] {
      try FileManager.default.createDirectory(
        atPath: "\(directory)/\(folder)", withIntermediateDirectories: true)
    }
    for file in submission.files {
      try file.text.write(
        toFile: "\(directory)/src/\(file.name)", atomically: false, encoding: .utf8)
    }
    let names = submission.files.map(\.name)
    // Two compilers at a time: what the machine has cores for.
    try Concurrently.run([
      { try compileInstrumented(names) },
      { if arenas.contains(.stress) { try compileOptimised(names) } },
    ])
    let undefined = try checkSymbols(against: wall)
    // The glue reads stored properties of a final class in place, so it has to be instrumented too.
    try Concurrently.run([
      { try compileGlue(submission, into: "instrumented", Self.instrumentedGlue) },
      { if arenas.contains(.stress) { try compileGlue(submission, into: "optimised", Self.glue) } },
    ])
    try Concurrently.run([
      { if arenas.contains(.explore) { try link(.explore) } },
      {
        if arenas.contains(.stress) { try link(.stress) }
        if arenas.contains(.sanitize) { try link(.sanitize) }
      },
    ])
    return BlindSpots.found(in: undefined)
  }

  // MARK: - Compiling

  /// Flags for the object of the arenas `explore` and `sanitize`: every access makes a call.
  static let instrumented = common + ["-Onone", "-sanitize=thread"]
  /// Flags for the object of the arena `stress`.
  static let optimised = common + ["-O"]
  /// Flags for the lines that tie it to the harness.
  static let glue = ["-Onone", "-swift-version", "5", "-suppress-warnings"]
  /// The same for the arenas `explore` and `sanitize`.
  static let instrumentedGlue = glue + ["-g", "-sanitize=thread"]
  private static let common = [
    "-g", "-swift-version", "5", "-enable-testing", "-file-compilation-dir", ".",
    "-suppress-warnings",
  ]

  private func compileInstrumented(_ names: [String]) throws {
    try compile(
      names, into: "instrumented",
      Self.instrumented + ["-emit-module-path", module])
  }

  private func compileOptimised(_ names: [String]) throws {
    try compile(names, into: "optimised", Self.optimised)
  }

  private var module: String { "\(directory)/instrumented/Submission.swiftmodule" }

  /// The submission alone, in Swift 5 mode, against an import path with only what a kata allows.
  private func compile(_ names: [String], into folder: String, _ flags: [String]) throws {
    let result = try compiler.swiftModule(
      "Submission", names,
      flags + (harness.provided?.implicitImport ?? []) + [
        "-I", kit.submissionModules, "-o", "\(directory)/\(folder)/Submission.o",
      ], workingDirectory: "\(directory)/src")
    switch result.end {
    case .exited(code: 0):
      return
    case .exited, .signalled:
      let words = plain(result.stderr)
      throw BuildFailure.compiler(
        words.isEmpty ? "the compiler gave up without a word (\(result.end))" : words)
    case .wallLimit, .cpuLimit:
      throw BuildFailure.compilerLimit(
        "the compiler did not come to an end within 40 s of processor time; "
          + "simplify the long expressions")
    case .memoryLimit(let mebibytes):
      throw BuildFailure.compilerLimit("the compiler needed more than \(mebibytes) MiB of memory")
    case .outputLimit, .processLimit:
      throw BuildFailure.compilerLimit("the compiler wrote more errors than anybody can read")
    }
  }

  /// What the compiler said, with the candidate's own file names, and without control characters.
  private func plain(_ words: String) -> String {
    let named = words.replacing("\(directory)/src/", with: "")
      .replacing(directory, with: "")
    return String(
      String.UnicodeScalarView(
        named.unicodeScalars.filter {
          $0 == "\n" || $0 == "\t" || ($0.value >= 32 && $0.value != 127)
        }
      )
    ).trimmingCharacters(in: .newlines)
  }

  // MARK: - Symbols

  private func checkSymbols(against wall: SymbolWall) throws -> [String] {
    let object = "\(directory)/instrumented/Submission.o"
    let listing = try compiler.run(
      compiler.toolchain.nm, ["--extern-only", "--format=posix", "--no-sort", object])
    guard listing.end == .exited(code: 0) else {
      throw KitError(step: "symbol listing", words: listing.stderr)
    }
    var undefined: [String] = []
    var defined: [String] = []
    for line in listing.stdout.split(separator: "\n") {
      // The kind stands after the name, which may hold spaces ("symbolic …").
      let words = line.split(separator: " ")
      guard let position = words.lastIndex(where: { $0.count == 1 && $0.first!.isLetter }),
        position > 0
      else { continue }
      let name = words[..<position].joined(separator: " ")
      switch words[position] {
      case "U", "w", "v": undefined.append(name)
      case "V", "W": break
      default: defined.append(name)
      }
    }
    let refusals = try wall.refusals(undefined: undefined, defined: defined) { names in
      let result = try compiler.run(
        compiler.toolchain.demangler, ["--compact"] + names)
      return result.stdout.split(separator: "\n").map(String.init)
    }
    guard refusals.isEmpty else {
      throw BuildFailure.refused(
        refusals.prefix(8).map { "uses \($0.symbol): \($0.reason)" }.joined(separator: "\n"))
    }
    return undefined
  }

  // MARK: - Glue

  private func compileGlue(
    _ submission: Submission, into folder: String, _ flags: [String]
  ) throws {
    let file = "\(directory)/\(folder)/Glue.swift"
    try ContractSource.glue(contract, imports: contractImports)
      .write(toFile: file, atomically: true, encoding: .utf8)
    let result = try compiler.swiftModule(
      "Glue", [file],
      flags + (harness.provided?.importPath ?? []) + [
        "-I", kit.directory, "-I", harness.directory, "-I", "\(directory)/instrumented", "-I",
        kit.submissionModules,
        "-o", "\(directory)/\(folder)/Glue.o",
      ])
    guard result.end != .exited(code: 0) else { return }
    let misfit = Misfit(contract: contract, declarations: try declarations(submission))
    guard let message = misfit.message(for: result.stderr) else {
      throw KitError(step: "glue", words: result.stderr)
    }
    throw BuildFailure.misfit(message)
  }

  private func declarations(_ submission: Submission) throws -> [Misfit.Declaration] {
    let result = try compiler.run(
      compiler.toolchain.symbolGraphExtractor,
      [
        "-module-name", "Submission", "-I", "\(directory)/instrumented", "-I",
        kit.submissionModules, "-output-dir", "\(directory)/out", "-minimum-access-level",
        "private", "-target", "x86_64-unknown-linux-gnu", "-skip-synthesized-members",
      ] + (harness.provided?.importPath ?? []))
    let graph = "\(directory)/out/Submission.symbols.json"
    guard result.end == .exited(code: 0), let json = FileManager.default.contents(atPath: graph)
    else { return [] }
    return try Misfit.Declaration.read(symbolGraph: json) { uri in
      URL(string: uri)?.lastPathComponent ?? uri
    }
  }

  // MARK: - Linking

  private func link(_ arena: ArenaKind) throws {
    let folder = arena == .stress ? "optimised" : "instrumented"
    let kitObjects = arena == .explore ? kit.exploreObjects : kit.realObjects
    var arguments: [String] = []
    if arena == .sanitize { arguments.append("-fsanitize=thread") }
    // The runtime's definitions must win over those in the shared libraries.
    if arena == .explore { arguments += ["-Xlinker", "--export-dynamic"] }
    let objects = [
      "\(directory)/\(folder)/Submission.o", "\(directory)/\(folder)/Glue.o",
    ]
    let result = try compiler.link(
      objects + harness.objects + kitObjects, to: executable(for: arena), arguments)
    guard result.end == .exited(code: 0) else {
      throw KitError(step: "link of \(arena.rawValue)", words: result.stderr)
    }
  }
}
