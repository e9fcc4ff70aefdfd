import Foundation
import Records
import Synchronization

@testable import Grading

/// Every program, run in every way: once a test run.
struct ProgramRuns: Sendable {
  /// One program.
  struct Entry: Sendable {
    var explored: ProgramLine
    var real: ProgramLine
    /// The races that ThreadSanitizer reported; nil if it was not asked.
    var witnessed: [[Place]]?
    /// Its lines: from its own first to the next program's.
    var lines: Range<Int>
    /// Those that end in the mark of a race.
    var marked: Set<Int>

    var name: String { explored.name }
    var label: ProgramLine.Label { explored.label }
  }

  /// In the order of the groups.
  let entries: [Entry]
  /// False if the environment asked for some programs only: `RANDORI_PROGRAMS="a b"`.
  let isComplete: Bool

  static let all = Result { try ProgramRuns() }

  /// True if `scripts/programs` was asked: then what depends on the load fails too.
  static let isAsked = ProcessInfo.processInfo.environment["RANDORI_STRICT"] != nil

  private init() throws {
    let build = try TestPrograms()
    let runner = ProgramRunner(build: build)
    let only = ProcessInfo.processInfo.environment["RANDORI_PROGRAMS"]?.split(separator: " ")
    let all = try runner.run(.explored, ["--list"]).lines
    let listed = all.filter { only == nil || only!.contains(Substring($0.name)) }
    isComplete = only == nil
    let found = Mutex<[String: Entry]>([:])
    let next = Atomic(0)
    // As many at a time as the machine has use for, and still fit for telling slow from stuck.
    try Concurrently.run(
      (0..<2).map { _ in
        {
          while true {
            let index = next.add(1, ordering: .relaxed).oldValue
            guard index < listed.count else { return }
            let entry = try runner.entry(for: listed[index], among: all)
            found.withLock { $0[entry.name] = entry }
          }
        }
      })
    let byName = found.withLock { $0 }
    entries = try runner.symbolized(listed.compactMap { byName[$0.name] })
  }
}

/// Runs the executables.
struct ProgramRunner: Sendable {
  let build: TestPrograms

  /// Runs one executable to its end, and reads what it prints of programs.
  func run(
    _ kind: ProgramBuild.Kind, _ arguments: [String]
  ) throws -> (lines: [ProgramLine], errors: String) {
    let result = try result(kind, arguments)
    return (try ProgramLine.read(result.stdout), result.stderr)
  }

  /// What one executable prints.
  func output(_ kind: ProgramBuild.Kind, _ arguments: [String]) throws -> String {
    try result(kind, arguments).stdout
  }

  private func result(
    _ kind: ProgramBuild.Kind, _ arguments: [String]
  ) throws -> ProcessResult {
    let result = try build.box.run(
      Command(
        executable: build.executable(kind), arguments: arguments,
        environment: [
          "HOME": "/tmp", "TMPDIR": "/tmp", "LANG": "C.UTF-8", "TZ": "UTC",
          "LD_LIBRARY_PATH": build.toolchain.libraries, "SWIFT_BACKTRACE": "enable=no",
          "SWIFT_DETERMINISTIC_HASHING": "1",
          "TSAN_OPTIONS": [
            "symbolize=0", "color=never", "detect_deadlocks=0", "report_thread_leaks=0",
            "report_signal_unsafe=0", "atexit_sleep_ms=0", "handle_segv=0", "handle_sigbus=0",
            "handle_abort=0", "handle_sigill=0", "handle_sigtrap=0", "handle_sigfpe=0",
          ].joined(separator: ":"),
        ]),
      access: Access(readOnly: [build.toolchain.libraries, build.directory]),
      limits: ResourceLimits(
        wall: .seconds(300), cpu: .seconds(240), memoryMiB: 4096, outputKiB: 64 << 10))
    guard result.end == .exited(code: 0) else {
      throw KitError(
        step: "\(kind.rawValue) \(arguments.joined(separator: " "))",
        words: "\(result.end)\n\(result.stderr.suffix(2000))")
    }
    return result
  }

  /// Runs one program in every way.
  func entry(for line: ProgramLine, among all: [ProgramLine]) throws -> ProgramRuns.Entry {
    let next = all.filter { $0.file == line.file && $0.line > line.line }.map(\.line).min()
    let text = try String(
      contentsOfFile: "\(TestPrograms.folder)/\(line.file)", encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let range = line.line..<(next ?? lines.count + 1)
    let marked = range.filter { lines[$0 - 1].hasSuffix("// race") }
    var explored = try only(run(.explored, [line.name]).lines, line.name)
    for index in explored.findings.indices { explored.findings[index].trace = [] }
    var entry = ProgramRuns.Entry(
      explored: explored, real: try only(run(.real, [line.name]).lines, line.name),
      lines: range, marked: Set(marked))
    if line.label == .correct || line.label == .races {
      let report = SanitizerReport(
        try run(.witness, ["--budget=80", line.name]).errors, executable: "witness")
      entry.witnessed = report.warnings.filter(\.isRace).map(\.places)
    }
    return entry
  }

  private func only(_ lines: [ProgramLine], _ name: String) throws -> ProgramLine {
    guard lines.count == 1 else {
      throw KitError(step: name, words: "\(lines.count) programs of this name ran")
    }
    return lines[0]
  }

  /// Fills in files and lines of all findings.
  func symbolized(_ entries: [ProgramRuns.Entry]) throws -> [ProgramRuns.Entry] {
    let symbolizer = Symbolizer(
      program: build.toolchain.symbolizer, demangler: build.toolchain.demangler,
      readOnly: [build.toolchain.root, build.directory], box: build.box)
    let texts = Dictionary(
      uniqueKeysWithValues: try build.files.map {
        ($0, try String(contentsOfFile: "\(TestPrograms.folder)/\($0)", encoding: .utf8))
      })
    func look(_ findings: [Finding], _ kind: ProgramBuild.Kind) -> [Finding] {
      let run = ArenaRun(
        arena: .explore, end: .exited(code: 0), messages: findings.map { .found($0) }, output: "",
        box: "", milliseconds: 0)
      return symbolizer.lookingUp(
        run, executable: build.executable(kind), sourceNames: build.files, texts: texts
      ).findings
    }
    var explored = look(entries.flatMap(\.explored.findings), .explored)[...]
    var witnessed = look(
      entries.flatMap { entry in
        (entry.witnessed ?? []).map {
          Finding(
            kind: .race, scenario: entry.name, driver: .threads, message: "", places: $0)
        }
      }, .witness)[...]
    return entries.map { entry in
      var entry = entry
      let count = entry.explored.findings.count
      entry.explored.findings = Array(explored.prefix(count))
      explored = explored.dropFirst(count)
      let races = entry.witnessed?.count ?? 0
      if entry.witnessed != nil { entry.witnessed = witnessed.prefix(races).map(\.places) }
      witnessed = witnessed.dropFirst(races)
      return entry
    }
  }
}
