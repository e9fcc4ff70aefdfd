package import Records
import Synchronization

/// One schedule or round of one scenario: what the free functions of the kit talk to.
package final class Run: @unchecked Sendable {
  // Safe: `generator` is used by the scenario's body only; the counts are appended unseen.
  private var generator: SeededGenerator
  private let outcomes = UnseenLog<Outcome>()
  private let started = ContinuousClock.now
  package let scenario: String
  package let crew: any Crew
  private let onCheck: @Sendable (Outcome) -> Void

  /// One expectation that was put to the test.
  package struct Outcome: Sendable {
    package let criterion: String
    /// The sentence, if it failed.
    package let failure: String?
    /// What holds an object that should be gone; nil where that is not what failed.
    package let places: [Place]?
  }

  /// The run under way. One scenario runs at a time in an arena process, so there is one.
  nonisolated(unsafe) package static var current = Run(
    scenario: "", seed: 0, crew: NoCrew())

  /// - Parameters:
  ///   - scenario: The scenario's title.
  ///   - seed: Where values come from.
  ///   - crew: Who drives the clients.
  ///   - onCheck: Told of each expectation at once, since a run need not come to its end.
  package init(
    scenario: String, seed: UInt64, crew: any Crew,
    onCheck: @escaping @Sendable (Outcome) -> Void = { _ in }
  ) {
    self.onCheck = onCheck
    self.scenario = scenario
    self.crew = crew
    generator = SeededGenerator(seed: seed, label: scenario)
  }

  /// What was put to the test so far, in order.
  package var checked: [Outcome] { outcomes.snapshot() }

  var elapsed: Duration { crew.elapsed(since: started) }

  func value(in range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  func check(
    _ criterion: Criterion, holds: Bool, places: [Place]? = nil, message: () -> String
  ) {
    let outcome = Outcome(
      criterion: criterion.id, failure: holds ? nil : message(), places: holds ? nil : places)
    outcomes.append(outcome)
    onCheck(outcome)
  }
}

/// A client: one caller of the subject.
public typealias Client = @Sendable () async -> Void

/// Who drives the clients; an arena brings its own.
package protocol Crew: Sendable {
  /// Lets all clients loose at once, and comes back when all have.
  func drive(_ clients: [Client]) async
  /// Runs `reader` up to where it reads what is stored, then lets `another` run alone. Says whether
  /// that came back; nil where the arena cannot pause a reader, or the reader never reads it.
  func pause(
    _ reader: @escaping Client, at read: StoredRead, whileRunning another: @escaping Client
  ) async -> Bool?
  /// Lets time pass, and comes back when everything ran that is due by then.
  func advance(by duration: Duration) async
  /// Lets everything run that can without time passing.
  func settle() async
  /// Holds up the caller for a time.
  func sleep(for duration: Duration) async
  /// Has the runtime remember from now on who holds whom.
  func watchReferences()
  /// Says that anything may depend on what the caller does next.
  func upheaval()
  /// Lets others run in the middle of a call.
  func interlude()
  /// What keeps an object alive.
  func retention(of object: AnyObject) -> Retention
  /// What is due at some later time.
  func scheduled() -> [Place]
  /// The number of a timer's tick that only Foundation on Linux lets come now, one interval too early.
  func earlyTick() -> Int?
  /// The time since the run began.
  func elapsed(since start: ContinuousClock.Instant) -> Duration
  /// Comes back when nobody has anything left to do, or, where that cannot be told, when `isDone`
  /// says so or about a second has passed.
  func rest(until isDone: @Sendable () async -> Bool) async
  /// A moment whose place among others with the same `observer` matters.
  func observe(_ observer: AnyObject)
  /// A folder for the files of the run under way, which is in another one. What is done with
  /// them is something that the order of steps matters to; the timeline calls them by `name`.
  func folder(in parent: String, for name: String) -> String
  /// Has the trace, if one is kept, say when an object is gone.
  func watchEnd(of object: AnyObject)
  /// Does something of the harness's own that is no part of the subject's story.
  func unseen(_ work: () -> Void)
  /// Writes what the harness does into the trace, if one is kept.
  func remark(_ text: () -> String)
}

extension Crew {
  package func advance(by duration: Duration) async {
    preconditionFailure(
      "only the controlled scheduler lets time pass: declare the scenario `in: .exploredOnly`")
  }
  package func settle() async {
    preconditionFailure(
      "only the controlled scheduler knows when all is quiet: declare the scenario `in: .exploredOnly`"
    )
  }
  package func sleep(for duration: Duration) async { try? await Task.sleep(for: duration) }
  package func watchReferences() {}
  package func upheaval() {}
  package func interlude() {}
  package func retention(of object: AnyObject) -> Retention { Retention() }
  package func scheduled() -> [Place] {
    preconditionFailure(
      "only the controlled scheduler knows what is due later: declare the scenario `in: .exploredOnly`"
    )
  }
  package func earlyTick() -> Int? { nil }
  package func watchEnd(of object: AnyObject) {}
  package func unseen(_ work: () -> Void) { work() }
  package func elapsed(since start: ContinuousClock.Instant) -> Duration {
    ContinuousClock.now - start
  }
  package func pause(
    _ reader: @escaping Client, at read: StoredRead, whileRunning another: @escaping Client
  ) async -> Bool? { nil }

  package func rest(until isDone: @Sendable () async -> Bool) async {
    let end = ContinuousClock.now + RealPatience.left
    while await !isDone() {
      guard ContinuousClock.now < end else {
        RealPatience.wasInVain.store(true, ordering: .relaxed)
        return
      }
      try? await Task.sleep(for: .microseconds(50))
    }
  }

  package func observe(_ observer: AnyObject) {}

  package func folder(in parent: String, for name: String) -> String {
    // Another one each time: what an earlier round left running does not find this one's files.
    parent + "/round-\(roundCount.add(1, ordering: .relaxed).newValue)"
  }

  package func remark(_ text: () -> String) {}
}

private let roundCount = Atomic(0)

/// How long something is waited for on real threads: a second, and less once it was in vain, so that
/// a subject that never comes round does not use up the time of all that follows.
private enum RealPatience {
  static let wasInVain = Atomic(false)

  static var left: Duration { .milliseconds(wasInVain.load(ordering: .relaxed) ? 200 : 1000) }
}

/// Before the first run there is nobody.
struct NoCrew: Crew {
  func drive(_ clients: [Client]) async {
    preconditionFailure("clients outside a scenario")
  }
}

/// Lets clients loose on the subject, all at once, and waits for all of them. Whether they are
/// threads, Dispatch blocks or tasks is the arena's choice.
public func clients(_ clients: Client...) async {
  await Run.current.crew.drive(clients)
}

/// The same for a list.
public func clients(_ clients: [Client]) async {
  await Run.current.crew.drive(clients)
}
