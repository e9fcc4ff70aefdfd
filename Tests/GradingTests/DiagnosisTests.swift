import Records
import Testing

@testable import Grading

/// Steps of one trace, numbered as they are added.
private struct Trace {
  var steps: [Step] = []

  mutating func add(
    _ who: String, _ effect: Step.Effect, _ object: String, line: Int, worker: Int? = nil,
    what: String = ""
  ) {
    steps.append(
      Step(
        number: steps.count + 1,
        place: Place(what: what, thread: who, file: "Account.swift", line: line), effect: effect,
        object: object, worker: worker ?? (who == "client 1" ? 1 : 2)))
  }
}

private let diagnosis = FailureDiagnosis(files: ["Account.swift"], members: [])

private func invariant(_ build: (inout Trace) -> Void) -> String? {
  var trace = Trace()
  build(&trace)
  return diagnosis.cause(
    of: Finding(
      kind: .invariant, scenario: "s", driver: .threads, message: "m", trace: trace.steps))
}

/// A race between the first and the last access of the trace.
private func race(_ build: (inout Trace) -> Void) -> String? {
  var trace = Trace()
  build(&trace)
  let accesses = trace.steps.filter { [.read, .write, .update].contains($0.effect) }
  return diagnosis.cause(
    of: Finding(
      kind: .race, scenario: "s", driver: .threads, message: "m",
      places: [accesses[0].place, accesses[accesses.count - 1].place], trace: trace.steps))
}

@Suite struct RaceDiagnosisTests {
  @Test func `without any lock it says so`() throws {
    let said = try #require(
      race {
        $0.add("client 1", .write, "memory 1", line: 5)
        $0.add("client 2", .read, "memory 1", line: 4)
      })
    #expect(said.contains("Nothing guards the value"))
    #expect(said.contains("line 5") && said.contains("line 4"))
  }

  @Test func `a side that takes nothing is named`() throws {
    let said = try #require(
      race {
        $0.add("client 1", .take, "mutex 1", line: 7)
        $0.add("client 1", .write, "memory 1", line: 8)
        $0.add("client 1", .give, "mutex 1", line: 9)
        $0.add("client 2", .read, "memory 1", line: 3)
      })
    #expect(said.contains("Line 8 is guarded by mutex 1, taken at line 7"))
    #expect(said.contains("line 3 takes nothing"))
  }

  @Test func `a lock that was taken in no line of the candidate's has no line`() throws {
    var trace = Trace()
    trace.add("client 1", .take, "queue q", line: 7)
    trace.steps[0].place.file = nil
    trace.steps[0].place.line = nil
    trace.add("client 1", .write, "memory 1", line: 8)
    trace.add("client 2", .read, "memory 1", line: 3)
    let finding = Finding(
      kind: .race, scenario: "s", driver: .threads, message: "m",
      places: [trace.steps[1].place, trace.steps[2].place], trace: trace.steps)
    #expect(diagnosis.cause(of: finding)?.contains("guarded by queue q, but line 3") == true)
  }

  @Test func `two locks for one value are told from a new lock each time`() throws {
    let two = try #require(
      race {
        $0.add("client 1", .take, "mutex 1", line: 7)
        $0.add("client 1", .write, "memory 1", line: 8)
        $0.add("client 2", .take, "mutex 2", line: 12)
        $0.add("client 2", .write, "memory 1", line: 13)
      })
    #expect(two.contains("Two locks guard one value"))
    let fresh = try #require(
      race {
        $0.add("client 1", .take, "mutex 1", line: 7)
        $0.add("client 1", .write, "memory 1", line: 8)
        $0.add("client 2", .take, "mutex 2", line: 7)
        $0.add("client 2", .write, "memory 1", line: 8)
      })
    #expect(fresh.contains("not the same one"))
  }

  @Test(arguments: [
    ("semaphore 1", Step.Effect.take, "lets in more than one"),
    ("queue q", .takeShared, "concurrent"),
    ("read-write lock 1", .takeShared, "for reading only"),
  ])
  func `a lock that both have at once is explained`(
    object: String, effect: Step.Effect, words: String
  ) throws {
    let said = try #require(
      race {
        $0.add("client 1", effect, object, line: 7)
        $0.add("client 1", .write, "memory 1", line: 8)
        $0.add("client 2", effect, object, line: 7)
        $0.add("client 2", .write, "memory 1", line: 8)
      })
    #expect(said.contains(words))
  }

  @Test func `nothing is claimed about sides that the trace does not have`() {
    let finding = Finding(
      kind: .race, scenario: "s", driver: .threads, message: "m",
      places: [Place(what: "read", thread: "a"), Place(what: "write", thread: "b")])
    #expect(diagnosis.cause(of: finding) == nil)
  }
}

@Suite struct AtomicityDiagnosisTests {
  @Test func `a lock that is given back in between`() throws {
    let said = try #require(
      invariant {
        for (line, effect) in [(4, Step.Effect.read), (6, .write)] {
          $0.add("client 1", .take, "mutex 1", line: line)
          $0.add("client 1", effect, "memory 1", line: line)
          $0.add("client 1", .give, "mutex 1", line: line)
          if line == 4 { $0.add("client 2", .write, "memory 1", line: 6) }
        }
      })
    #expect(said.contains("Mutex 1 is given back after the read at line 4"))
    #expect(said.contains("client 2 writes at line 6"))
  }

  @Test func `a check before the lock`() throws {
    let said = try #require(
      invariant {
        $0.add("client 1", .read, "memory 1", line: 4)
        $0.add("client 2", .write, "memory 1", line: 6)
        $0.add("client 1", .take, "mutex 1", line: 5)
        $0.add("client 1", .write, "memory 1", line: 6)
      })
    #expect(said.contains("reads at line 4 before it takes mutex 1 at line 5"))
  }

  @Test func `a task that was suspended in between`() throws {
    let said = try #require(
      invariant {
        $0.add("client 1", .read, "memory 1", line: 4, worker: 5)
        $0.add("client 2", .write, "memory 1", line: 6, worker: 6)
        $0.add("client 1", .write, "memory 1", line: 6, worker: 7)
      })
    #expect(said.contains("suspended") && said.contains("`await`"))
  }

  @Test func `atomic accesses one by one`() throws {
    let said = try #require(
      invariant {
        $0.add("client 1", .read, "atomic 1", line: 4, what: "load atomic 1")
        $0.add("client 2", .update, "atomic 1", line: 5, what: "update atomic 1")
        $0.add("client 1", .update, "atomic 1", line: 5, what: "update atomic 1")
      })
    #expect(said.contains("atomic each by itself"))
  }

  @Test func `a lock held all the way that another goes without`() throws {
    let said = try #require(
      invariant {
        $0.add("client 1", .take, "mutex 1", line: 3)
        $0.add("client 1", .read, "memory 1", line: 4)
        $0.add("client 2", .write, "memory 1", line: 9)
        $0.add("client 1", .write, "memory 1", line: 5)
      })
    #expect(said.contains("without it"))
  }

  @Test func `who does not get a lock and goes away`() throws {
    let said = try #require(invariant { $0.add("client 2", .miss, "mutex 1", line: 5) })
    #expect(said.contains("Client 2 finds mutex 1 taken at line 5"))
  }

  @Test func `whose exchange fails and who goes away`() throws {
    let said = try #require(
      invariant {
        $0.add("client 1", .update, "atomic 1", line: 5, what: "update atomic 1")
        $0.add("client 2", .read, "atomic 1", line: 5, what: "update atomic 1 (fails)")
        $0.add("client 1", .write, "atomic 1", line: 9, what: "store atomic 1")
        $0.add("scenario", .read, "atomic 2", line: 3, what: "load atomic 2")
      })
    #expect(said.contains("Client 2 tries in vain to change atomic 1 at line 5"))
  }

  @Test func `whose exchange fails and who goes on has not gone away`() {
    let said = invariant {
      $0.add("client 1", .update, "atomic 1", line: 5, what: "update atomic 1")
      $0.add("client 2", .read, "atomic 1", line: 5, what: "update atomic 1 (fails)")
      $0.add("client 1", .write, "atomic 1", line: 9, what: "store atomic 1")
      $0.add("client 2", .update, "atomic 1", line: 5, what: "update atomic 1")
    }
    #expect(said == nil)
  }

  @Test func `writes after each other explain nothing`() {
    let said = invariant {
      $0.add("client 1", .read, "memory 1", line: 4)
      $0.add("client 1", .write, "memory 1", line: 5)
      $0.add("client 2", .read, "memory 1", line: 4)
      $0.add("client 2", .write, "memory 1", line: 5)
    }
    #expect(said == nil)
  }
}

@Suite struct DeadlockDiagnosisTests {
  private func wait(
    _ who: String, for object: String, at line: Int, heldBy holder: String?, since: Int
  ) -> Wait {
    Wait(
      place: Place(what: "", thread: who, file: "Account.swift", line: line), object: object,
      holder: holder,
      since: Place(what: "", thread: holder ?? "", file: "Account.swift", line: since))
  }

  private func cause(_ waits: [Wait]) -> String? {
    diagnosis.cause(
      of: Finding(kind: .deadlock, scenario: "s", driver: .threads, message: "m", waits: waits))
  }

  @Test func `a circle of two names both locks, both lines and the orders`() throws {
    let said = try #require(
      cause([
        wait("client 1", for: "mutex 2", at: 21, heldBy: "client 2", since: 20),
        wait("client 2", for: "mutex 1", at: 21, heldBy: "client 1", since: 20),
      ]))
    #expect(said.contains("Client 1 has mutex 1 (line 20) and wants mutex 2 (line 21)"))
    #expect(said.contains("client 2 has mutex 2 (line 20) and wants mutex 1 (line 21)"))
    #expect(said.contains("opposite orders"))
  }

  @Test func `who waits for himself`() throws {
    let said = try #require(
      cause([wait("client 1", for: "mutex 1", at: 13, heldBy: "client 1", since: 19)]))
    #expect(said.contains("took itself at line 19"))
  }

  @Test func `a lock that was never given back`() throws {
    let said = try #require(
      cause([wait("client 2", for: "mutex 1", at: 13, heldBy: "client 1", since: 19)]))
    #expect(said.contains("Client 1 took mutex 1 at line 19 and never gave it back"))
  }

  @Test func `where nobody holds anything, nobody is left to wake who waits`() throws {
    let said = try #require(
      cause([wait("client 2", for: "semaphore 1", at: 13, heldBy: nil, since: 1)]))
    #expect(said.contains("Client 2 waits at line 13, and nobody is left"))
    #expect(cause([]) == nil)
  }
}
