import Foundation
import Testing

/// The built tool, laid out as if it were installed: `bin/kata`, and `share/randori` beside it.
///
/// It has a cache of its own, beside the build, which later runs find again.
struct ToolUnderTest: Sendable {
  /// What came of one call.
  struct Result: Sendable {
    let code: Int32
    let output: String
    let errors: String
  }

  /// A folder for a test's own files.
  let folder: TemporaryFolder

  /// The checkout that these tests are in.
  static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path
  /// Where the tests' miniature submissions are.
  static let miniatures = checkout + "/Tests/Fixtures/miniatures"

  private static let build = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().path
  private static let cache = build + "/kata-tests-cache"

  init() throws {
    folder = try TemporaryFolder()
    let files = FileManager.default
    for name in ["bin", "share", "work"] {
      try files.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }
    try copyProgram(Self.build + "/kata", to: folder.path("bin/kata"))
    try files.createSymbolicLink(
      atPath: folder.path("share/randori"), withDestinationPath: Self.checkout)
  }

  /// Runs the tool in the folder `work` until it ends.
  ///
  /// - Parameters:
  ///   - words: The command line.
  ///   - environment: Added to a plain one.
  ///   - closingOutput: True if nobody reads the results.
  ///   - output: Where the results go instead of into the outcome.
  func callAsFunction(
    _ words: String..., environment: [String: String] = [:], closingOutput: Bool = false,
    output: String? = nil
  ) throws -> Result {
    try run(
      words, environment: environment, closingOutput: closingOutput, output: output)
  }

  /// Runs the tool in the folder `work` until it ends.
  func run(
    _ words: [String], environment: [String: String] = [:], closingOutput: Bool = false,
    output: String? = nil
  ) throws -> Result {
    let id = UUID().uuidString
    let process = try start(
      words, environment: environment, id: id, closingOutput: closingOutput, output: output)
    process.waitUntilExit()
    return Result(
      code: process.terminationReason == .exit ? process.terminationStatus : -1,
      output: text("output-" + id), errors: text("errors-" + id))
  }

  /// Starts the tool; its output is in the files `output-ID` and `errors-ID`.
  func start(
    _ words: [String], environment: [String: String] = [:], id: String,
    closingOutput: Bool = false, output: String? = nil
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: folder.path("bin/kata"))
    process.arguments = words
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path("work"))
    let own = ProcessInfo.processInfo.environment
    process.environment = [
      "PATH": own["PATH"] ?? "", "HOME": folder.path, "XDG_CACHE_HOME": Self.cache,
    ].merging(environment) { $1 }
    if closingOutput {
      let pipe = Pipe()
      try pipe.fileHandleForReading.close()
      process.standardOutput = pipe
    } else if let output {
      process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    } else {
      process.standardOutput = try file("output-" + id)
    }
    process.standardError = try file("errors-" + id)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// A file of the test's folder as text.
  func text(_ name: String) -> String {
    (try? String(contentsOfFile: folder.path(name), encoding: .utf8)) ?? ""
  }

  /// Writes a file below `work`, with the folders above it.
  func write(_ text: String, to name: String) throws {
    let path = folder.path("work/" + name)
    try FileManager.default.createDirectory(
      at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  /// Copies a miniature to a file below `work`.
  func copy(_ miniature: String, to name: String) throws {
    try write("", to: name)
    let data = try Data(
      contentsOf: URL(fileURLWithPath: "\(Self.miniatures)/\(miniature).swift"))
    try data.write(to: URL(fileURLWithPath: folder.path("work/" + name)))
  }

  /// Puts a folder into the cache as a killed run would have left it.
  ///
  /// - Returns: Its path.
  func leaveScratch(_ name: String, changed: Date) throws -> String {
    let path = "\(Self.cache)/randori/scratch-\(name)"
    try FileManager.default.createDirectory(
      atPath: path + "/inside", withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.modificationDate: changed], ofItemAtPath: path)
    return path
  }

  /// What grading left in the cache that is nobody's any more.
  var leftovers: [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: Self.cache + "/randori")
    return (names ?? []).filter { $0.hasPrefix("scratch-") }
  }

  private func file(_ name: String) throws -> FileHandle {
    try Data().write(to: URL(fileURLWithPath: folder.path(name)))
    return try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path(name)))
  }
}

/// A folder that is gone with its owner.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("kata-tests-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// A path in it.
  func path(_ name: String) -> String { "\(path)/\(name)" }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}

/// Copies a program by a process of its own, so that this one never has it open for writing.
///
/// Were it open here while another test forks, that child would hold it open until its own `exec`,
/// and starting the program would fail with `ETXTBSY` (see execve(2)).
private func copyProgram(_ source: String, to place: String) throws {
  let copy = try Process.run(
    URL(fileURLWithPath: "/bin/cp"), arguments: ["--", source, place])
  copy.waitUntilExit()
  try #require(copy.terminationStatus == 0, "cp \(source) \(place)")
}
