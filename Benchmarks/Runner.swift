import Foundation
import Grading

/// Builds the programs and runs them.
struct Runner {
  let box: Box
  let toolchain: Toolchain
  let build: ProgramBuild

  init(environment: [String: String]) throws {
    box = .detect()
    toolchain = try Toolchain.locate(searchPath: environment["PATH"] ?? "", box: box)
    let home = try Home.locate()
    let cache = BuildCache.standard(environment: environment)
    let kit = try Kit.build(home: home, toolchain: toolchain, cache: cache, box: box)
    let folder = home.directory + "/Benchmarks/Programs"
    let programs = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".swift") }.sorted()
    build = try ProgramBuild(
      .init(
        folder: folder,
        programs: programs + ["Support/Benchmark.swift", "Support/Shared.swift"],
        explored: ["Support/Explored.swift", "Support/Withdrawals.swift", "Support/Result.swift"],
        real: ["Support/Real.swift", "Support/Result.swift"]),
      kit: kit, home: home, toolchain: toolchain, cache: cache, box: box)
  }

  /// Runs one executable to its end.
  func run(_ kind: ProgramBuild.Kind, _ arguments: [String]) throws -> [Measurement] {
    let result = try box.run(
      Command(
        executable: build.executable(kind), arguments: arguments,
        environment: [
          "HOME": "/tmp", "TMPDIR": "/tmp", "LANG": "C.UTF-8", "TZ": "UTC",
          "LD_LIBRARY_PATH": toolchain.libraries, "SWIFT_BACKTRACE": "enable=no",
          "SWIFT_DETERMINISTIC_HASHING": "1",
          // A child ends while its main thread still waits: that is no leak, and nothing to sleep for.
          "TSAN_OPTIONS": "halt_on_error=1 exitcode=66 symbolize=0 detect_deadlocks=1 "
            + "report_thread_leaks=0 atexit_sleep_ms=0",
        ]),
      access: Access(readOnly: [toolchain.libraries, build.directory]),
      limits: ResourceLimits(
        wall: .seconds(600), cpu: .seconds(1200), memoryMiB: 4096, outputKiB: 16 << 10))
    guard result.end == .exited(code: 0) else {
      throw Failure(
        words: "\(kind.rawValue) \(arguments.joined(separator: " ")): \(result.end)\n"
          + result.stderr.suffix(2000))
    }
    return try Measurement.read(result.stdout)
  }

  struct Failure: Error, CustomStringConvertible {
    var words: String
    var description: String { words }
  }
}
