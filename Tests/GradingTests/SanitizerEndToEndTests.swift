import Foundation
import Records
import Testing

@testable import Grading

/// The toolchain in the search path; nil if there is none.
private let toolchain: Toolchain? = {
  let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
  return try? Toolchain.locate(searchPath: path, box: .detect())
}()

private let source = """
  import Foundation

  final class Account {
    var balance = 100
    func withdraw(_ amount: Int) {
      balance -= amount
    }
  }

  /// Plays the inside of an arena, by hand.
  func send(_ nonce: Data, _ json: String) {
    var length = UInt32(json.utf8.count)
    FileHandle(fileDescriptor: 3).write(
      Data("RNDR".utf8) + Data(bytes: &length, count: 4) + nonce + Data(json.utf8))
  }

  let nonce = FileHandle(fileDescriptor: 3).readData(ofLength: 24).suffix(16)
  send(nonce, #"{"hello":{"scenarios":["one"]}}"#)
  send(nonce, #"{"began":{"scenario":"one","driver":"threads"}}"#)
  let account = Account()
  // Nothing orders the two, whichever comes first and however late.
  for _ in 0..<2 { Thread.detachNewThread { account.withdraw(1) } }
  Thread.sleep(forTimeInterval: 5)
  """

@Suite(.enabled(if: toolchain != nil)) struct SanitizerEndToEndTests {
  @Test func `a real race comes back with the candidate's file, line and function`() throws {
    let toolchain = try #require(toolchain)
    try withTemporaryFolder { folder in
      let file = folder + "/main.swift"
      try source.write(toFile: file, atomically: false, encoding: .utf8)
      let built = try Box.detect().run(
        Command(
          executable: toolchain.swiftc,
          arguments: [
            "-sanitize=thread", "-g", "-Onone", "-swift-version", "5", "-file-compilation-dir",
            ".", "-use-ld=lld", "-module-cache-path", folder + "/modules", "main.swift", "-o",
            "sanitize",
          ], environment: ["PATH": toolchain.root + "/bin:/usr/bin:/bin", "HOME": "/tmp"],
          workingDirectory: folder),
        access: Access(readOnly: [toolchain.root], writable: [folder], temporaryMiB: 256),
        limits: ResourceLimits(
          wall: .seconds(120), cpu: .seconds(120), memoryMiB: 2048, outputKiB: 256, fileMiB: 256))
      try #require(built.end == .exited(code: 0), "\(built.stderr)")
      let symbolizer = Symbolizer(
        program: toolchain.symbolizer, demangler: toolchain.demangler, readOnly: [toolchain.root],
        box: .detect())
      let arena = Arena(
        box: .detect(), libraries: [toolchain.libraries], sourceNames: ["main.swift"],
        symbolizer: symbolizer)
      let run = arena.run(
        executable: folder + "/sanitize",
        job: Job(arena: .sanitize, drivers: [.threads], seed: 1, budgetMilliseconds: 10_000),
        limits: Kata.Limits(
          exploreMilliseconds: 1, stressMilliseconds: 1, sanitizeMilliseconds: 1, memoryMiB: 512,
          outputKiB: 256, allowedSymbols: nil))
      #expect(run.end == .exited(code: 66), "\(run)")
      let race = try #require(run.findings.first)
      #expect(race.kind == .race)
      #expect(race.places.map(\.file) == ["main.swift", "main.swift"])
      #expect(race.places.map(\.line) == [6, 6])
      #expect(race.places.map(\.function) == ["Account.withdraw(_:)", "Account.withdraw(_:)"])
    }
  }
}
