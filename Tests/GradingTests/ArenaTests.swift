import Foundation
import Records
import Testing

@testable import Grading

/// A shell script that plays an arena program: it takes the nonce from the job's frame, and sends
/// messages with it.
private let vocabulary = #"""
  #!/bin/sh
  head=$(mktemp)
  head -c 24 <&3 >"$head"
  send() {
    length=$(printf %s "$1" | wc -c)
    {
      printf RNDR
      printf "\\$(printf %03o $((length % 256)))\\$(printf %03o $((length / 256)))\\000\\000"
      tail -c 16 "$head"
      printf %s "$1"
    } >&3
  }
  hello() { send '{"hello":{"scenarios":["one","two"]}}'; }
  began() { send "{\"began\":{\"scenario\":\"$1\",\"driver\":\"threads\"}}"; }
  ended() { send "{\"ended\":{\"_0\":{\"scenario\":\"$1\",\"driver\":\"threads\",\"runs\":3,\"cutShort\":0,\"checks\":{},\"violations\":{},\"exhausted\":true,\"milliseconds\":1}}}"; }
  finished() { send '{"finished":{"scenarios":2}}'; }

  """#

private func play(
  _ script: String, arena kind: ArenaKind = .stress, limits: Kata.Limits? = nil, budget: Int = 200
) throws -> ArenaRun {
  try withTemporaryFolder { folder in
    let executable = folder + "/arena"
    let source = folder + "/arena.sh"
    try (vocabulary + script + "\n").write(toFile: source, atomically: false, encoding: .utf8)
    // Made by a process of its own: a file that this one had open for writing may still be open in
    // a child that another test forks meanwhile, and could not be started then (ETXTBSY, execve(2)).
    let copy = try Process.run(
      URL(fileURLWithPath: "/usr/bin/install"), arguments: ["-m", "755", source, executable])
    copy.waitUntilExit()
    try #require(copy.terminationStatus == 0)
    let arena = Arena(
      box: .detect(), libraries: [], sourceNames: ["Account.swift"], symbolizer: nil)
    let job = Job(
      arena: kind, drivers: [.threads], seed: 1, budgetMilliseconds: budget,
      stallMilliseconds: 0)
    return arena.run(executable: executable, job: job, limits: limits ?? Sample.kata.limits)
  }
}

@Suite struct ArenaTests {
  private let limits = Kata.Limits(
    exploreMilliseconds: 1, stressMilliseconds: 1, sanitizeMilliseconds: 1, memoryMiB: 200,
    outputKiB: 8, allowedSymbols: nil)

  @Test func `a run that comes to its end is told as it was`() throws {
    let run = try play(
      "hello; began one; ended one; began two; ended two; finished; echo bye", limits: limits)
    #expect(run.end == .exited(code: 0))
    #expect(run.isFinished)
    #expect(run.messages.count == 6)
    #expect(run.findings.isEmpty)
    #expect(run.output == "bye\n")
    #expect(run.box == Box.detect().description)
  }

  @Test func `an exit in the middle is a crash of what ran`() throws {
    let run = try play("hello; began one; ended one; began two; exit 0", limits: limits)
    #expect(!run.isFinished)
    #expect(run.findings.map(\.kind) == [.crash])
    #expect(run.findings.first?.scenario == "two")
  }

  @Test func `a trap is a crash with what it said`() throws {
    let run = try play(
      "hello; began one; echo 'Submission/Account.swift:3: Fatal error: Oh no' >&2; kill -ILL $$",
      limits: limits)
    #expect(run.end == .signalled(number: 4))
    #expect(run.findings.first?.message.contains("Oh no") == true)
    #expect(run.findings.first?.places.first?.line == 3)
  }

  @Test func `a hang is a timeout of what ran`() throws {
    let run = try play("hello; began one; sleep 60", limits: limits)
    #expect(run.end == .wallLimit(milliseconds: 3200))
    #expect(run.findings.map(\.kind) == [.timeout])
  }

  @Test func `a flood is stopped and is a crash of what ran`() throws {
    let run = try play("hello; began one; yes", limits: limits)
    #expect(run.end == .outputLimit(kibibytes: 8))
    #expect(run.findings.first?.scenario == "one")
    #expect(run.output.count <= 4100)
  }

  @Test func `a memory hog is stopped and is a crash of what ran`() throws {
    let run = try play("hello; began one; tail -n 1 /dev/zero", limits: limits)
    #expect(run.end == .memoryLimit(mebibytes: 200))
    #expect(run.findings.map(\.kind) == [.crash])
  }

  @Test(arguments: [
    "echo PASSED >&3", "hello; began one; printf 'RNDR\\1\\0\\0\\0aaaaaaaaaaaaaaaax' >&3",
    "send '{\"passed\":{}}'",
  ])
  func `a forged channel is not believed`(script: String) throws {
    let run = try play(script, limits: limits)
    guard case .untrusted = run.end else {
      Issue.record("believed: \(run.end)")
      return
    }
  }

  @Test func `a program that dies before it says a word is the grader's fault`() throws {
    let run = try play("echo 'cannot open shared object' >&2; exit 127", limits: limits)
    guard case .untrusted(let reason) = run.end else {
      Issue.record("believed: \(run.end)")
      return
    }
    #expect(reason.contains("cannot open shared object"))
  }

  @Test func `what ThreadSanitizer reports is a race of what ran`() throws {
    let run = try play(
      """
      hello; began one
      echo 'WARNING: ThreadSanitizer: data race (pid=1)' >&2
      echo '  Write of size 8 at 0x72 by thread T1:' >&2
      echo '    #0 <null> <null> (arena+0x10) (BuildId: 1)' >&2
      exit 66
      """, arena: .sanitize, limits: limits)
    #expect(run.findings.map(\.kind) == [.race])
    #expect(run.findings.first?.places.map(\.addresses) == [[0x11]])
  }

  @Test func `a lost report of ThreadSanitizer's is a race all the same`() throws {
    let run = try play("hello; began one; exec 2>&-; exit 66", arena: .sanitize, limits: limits)
    #expect(run.findings.map(\.kind) == [.race])
  }

  @Test func `suppressed reports are not believed`() throws {
    let run = try play(
      "hello; began one; echo 'ThreadSanitizer: Matched 2 suppressions (pid=1):' >&2",
      arena: .sanitize, limits: limits)
    #expect(run.end == .untrusted(reason: "the submission suppressed ThreadSanitizer's reports"))
  }
}
