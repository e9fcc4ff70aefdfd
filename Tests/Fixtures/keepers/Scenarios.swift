// The scenarios, and the program that explores one: `keepers NAME`. Prints a line of JSON.
import Foundation
import KataKit
import Programs
import Records
import Scheduler

private let released = Criterion("released")
private let ticks = Criterion("ticks")

/// The screen as a subject.
private struct Holder: SubjectReference {
  let screen: Screen
  var object: AnyObject { screen }
}

/// What keeps a screen, by name.
@MainActor private let keepers: KeyValuePairs<String, @MainActor @Sendable (Screen) -> Void> = [
  "pending block": pendingBlock, "pending work item": pendingWorkItem,
  "run-loop timer": runLoopTimer, "run-loop timer in a cycle": runLoopTimerInACycle,
  "dispatch timer": dispatchTimer, "sleeping task": sleepingTask,
  "sleeping task in a cycle": sleepingTaskInACycle,
  "unfinished continuation": unfinishedContinuation, "endless stream": endlessStream,
  "endless foreign stream": endlessForeignStream, "waiting thread": waitingThread,
  "suspended queue": suspendedQueue, "operation queue": operationQueue, "global": global,
  "global dictionary": globalDictionary, "stored closure": storedClosure,
  "stored closure of several": storedClosureOfSeveral, "child": child, "itself": itself,
  "observer": observer, "lost reference": lostReference,
  "lost reference among false holders": lostReferenceAmongFalseHolders,
  "invalid timer": invalidTimer, "idle timer": idleTimer,
  "idle timer in a cycle": idleTimerInACycle,
  "lost reference beside invalid timer": lostReferenceBesideInvalidTimer, "nobody": nobody,
]

/// Timers, and when they tick.
@MainActor private let timers:
  KeyValuePairs<String, @MainActor @Sendable (@escaping @Sendable @MainActor () -> Void) -> Void> = [
    "early timer": { tick in earlyTimer { MainActor.assumeIsolated { tick() } } },
    "early timer with a task": earlyTimerWithATask,
    "timer that is due now": { tick in
      timerThatIsDueNow { MainActor.assumeIsolated { tick() } }
    },
    "called at once": { tick in calledAtOnce { MainActor.assumeIsolated { tick() } } },
  ]

@MainActor private func scenarios() -> [Scenario] {
  keepers.map { name, keep in
    scenario(name, on: .mainThread) {
      let screen = LastReference(Holder(screen: Screen()))
      keep(screen.subject.screen)
      screen.letGo()
      await advance(by: .seconds(16))
      expectReleased(released, screen, "the screen", after: "the last outside reference")
    }
  }
    + timers.map { name, start in
      scenario(name, on: .mainThread) {
        let seen = Ticks()
        start { seen.record() }
        await advance(by: .seconds(16))
        expectTicks(ticks, "ticks", seen, every: 5, to: 16)
      }
    }
    + [
      scenario("everything that is due", on: .mainThread) {
        let screen = LastReference(Holder(screen: Screen()))
        pendingBlock(screen.subject.screen)
        runLoopTimer(screen.subject.screen)
        dispatchTimer(screen.subject.screen)
        sleepingTask(screen.subject.screen)
        await advance(by: .seconds(16))
        expectNothingScheduled(released, after: "the end")
      }
    ]
}

@main enum Main {
  @MainActor static func main() {
    let name = CommandLine.arguments.last
    guard let scenario = scenarios().first(where: { $0.title == name }) else {
      print(scenarios().map(\.title))
      exit(2)
    }
    var options = Exploration.Options()
    options.scenario = scenario.title
    options.maximumSchedules = 50
    options.maximumSchedulesAfterFailure = 1
    options.budget = .seconds(30)
    let result = Exploration.run(
      options: options, body: ExploreEngine.body(of: scenario, driver: .threads, seed: 1))
    let line = try! JSONEncoder().encode(
      Output(
        findings: result.findings, notes: result.notes.map(\.id), checks: result.checks.count,
        notChecked: result.notCheckedReason))
    print(String(decoding: line, as: UTF8.self))
    exit(0)
  }

  struct Output: Encodable {
    let findings: [Finding]
    let notes: [String]
    let checks: Int
    let notChecked: String?
  }
}
