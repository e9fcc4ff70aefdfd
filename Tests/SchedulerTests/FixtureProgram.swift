import Foundation
import Records

@testable import Grading

/// A program of `Tests/Fixtures`, linked with the controlled scheduler: `Subjects.swift`, which is
/// instrumented as a submission is, and `Scenarios.swift`, which explores one scenario by name.
struct FixtureProgram {
  private let build: ProgramBuild
  private let box: Box
  private let toolchain: Toolchain
  /// Where its sources are.
  let folder: String

  init(_ name: String) throws {
    let home = try Home.locate()
    let environment = ProcessInfo.processInfo.environment
    folder = "\(home.directory)/Tests/Fixtures/\(name)"
    box = Box.detect()
    toolchain = try Toolchain.locate(searchPath: environment["PATH"] ?? "", box: box)
    let cache = BuildCache.standard(environment: environment)
    let kit = try Kit.build(home: home, toolchain: toolchain, cache: cache, box: box)
    build = try ProgramBuild(
      .init(folder: folder, programs: ["Subjects.swift"], explored: ["Scenarios.swift"]),
      kit: kit, home: home, toolchain: toolchain, cache: cache, box: box)
  }

  /// Explores one scenario, and returns what the program printed.
  func run(_ scenario: String) throws -> String {
    let result = try box.run(
      Command(
        executable: build.executable(.explored), arguments: [scenario],
        environment: [
          "HOME": "/tmp", "TMPDIR": "/tmp", "LANG": "C.UTF-8", "TZ": "UTC",
          "LD_LIBRARY_PATH": toolchain.libraries, "SWIFT_BACKTRACE": "enable=no",
          "SWIFT_DETERMINISTIC_HASHING": "1",
        ]),
      access: Access(readOnly: [toolchain.libraries, build.directory]),
      limits: ResourceLimits(wall: .seconds(120), cpu: .seconds(120), memoryMiB: 4096))
    guard result.end == .exited(code: 0) else {
      throw KitError(step: scenario, words: "\(result.end)\n\(result.stderr)")
    }
    return result.stdout
  }

  /// Findings with the lines of their places.
  func lookingUp(_ findings: [Finding]) -> [Finding] {
    let symbolizer = Symbolizer(
      program: toolchain.symbolizer, demangler: toolchain.demangler, readOnly: [toolchain.root],
      box: box)
    let run = ArenaRun(
      arena: .explore, end: .exited(code: 0), messages: findings.map { .found($0) }, output: "",
      box: "", milliseconds: 0)
    let found = symbolizer.lookingUp(
      run, executable: build.executable(.explored), sourceNames: ["Subjects.swift"])
    return found.messages.compactMap { message in
      guard case .found(let finding) = message else { return nil }
      return finding
    }
  }
}
