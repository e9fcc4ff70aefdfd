import Testing

@testable import Grading

@Suite struct WallTests {
  @Test(arguments: [
    "@_silgen_name(\"exit\") func leave()", "  @_cdecl(\"__tsan_read8\")", "@ _extern(c)",
    "let s = \"\\({ @_silgen_name(\"x\") func f() }())\"", "@cdecl(\"main\")",
  ])
  func `an attribute that gives a C name is refused with its line`(line: String) {
    let submission = Submission(
      path: "a.swift", files: [.init(name: "a.swift", text: "import Dispatch\n" + line)])
    #expect(SourceWall.refusal(in: submission)?.hasPrefix("a.swift:2: ") == true)
  }

  @Test(arguments: ["@MainActor final class A {}", "let mail = \"me@example.org\"", "@Sendable"])
  func `what a right answer may hold is not refused`(line: String) {
    let submission = Submission(path: "a.swift", files: [.init(name: "a.swift", text: line)])
    #expect(SourceWall.refusal(in: submission) == nil)
  }

  @Test(arguments: [
    "exit", "_exit", "dlsym", "fork", "execve", "open", "write", "socket", "kill", "ptrace",
    "swift_task_enqueueGlobal_hook", "__tsan_default_suppressions",
  ])
  func `a function that no kata needs is refused by name`(symbol: String) {
    let refusals = SymbolWall().refusals(undefined: [symbol], defined: []) { $0 }
    #expect(refusals.map(\.symbol) == [symbol])
  }

  @Test(arguments: [
    "pthread_mutex_lock", "swift_retain", "__tsan_read8", "nanosleep", "_swiftEmptyArrayStorage",
    "$sSS", "$s15Synchronization5MutexVMa",
  ])
  func `what right answers use is let through`(symbol: String) {
    #expect(SymbolWall().refusals(undefined: [symbol], defined: []) { $0 }.isEmpty)
  }

  @Test(arguments: ["__tsan_read8", "dispatch_async", "main", "pthread_mutex_lock"])
  func `a definition under a foreign name is refused`(symbol: String) {
    #expect(SymbolWall().refusals(undefined: [], defined: [symbol]) { $0 }.count == 1)
  }

  @Test(arguments: [
    "Foundation.FileManager.default.getter", "type metadata accessor for Foundation.Process",
    "FoundationNetworking.URLSession.shared.getter",
  ])
  func `a type of Foundation's that no kata needs is refused`(name: String) {
    let refusals = SymbolWall().refusals(undefined: ["$s10Foundation"], defined: []) { _ in [name] }
    #expect(refusals.map(\.symbol) == [name])
  }

  @Test(arguments: [
    ("Dispatch.DispatchIO.init", "queue"), ("FoundationNetworking.URLSession", "network"),
    (
      "static (extension in Dispatch):Dispatch.DispatchSource.makeSignalSource -> DispatchSourceSignal",
      "timer source"
    ),
    ("type metadata accessor for Foundation.FileHandle", "files"),
    ("type metadata accessor for Foundation.Process", "this program"),
  ])
  func `what waits for the outside is refused with what to do instead`(
    name: String, words: String
  ) throws {
    let refusals = SymbolWall().refusals(undefined: ["$s8Dispatch"], defined: []) { _ in [name] }
    #expect(try #require(refusals.first).reason.contains(words))
  }

  @Test func `a kata can allow more`() {
    let wall = SymbolWall(extra: ["write"])
    #expect(wall.refusals(undefined: ["write"], defined: []) { $0 }.isEmpty)
  }
}
