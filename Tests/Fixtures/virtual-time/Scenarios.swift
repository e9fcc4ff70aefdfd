// The scenarios, and the program that explores one: `virtual-time NAME`. Prints a line of JSON.
import Foundation
import KataKit
import Programs
import Records
import Scheduler

private let right = Criterion("right")
private let day = Duration.seconds(24 * 60 * 60)

@ScenarioBuilder private func scenarios() -> [Scenario] {
  scenario("a timer for a day", on: .mainThread) {
    let probe = TimerProbe()
    probe.start(every: 5)
    await advance(by: day)
    expect(right, "ticks", probe.ticks, equals: 17_280)
    probe.stop()
    await advance(by: day)
    expect(right, "ticks after it was stopped", probe.ticks, equals: 17_280)
    expect(right, "the time", now, equals: 2 * 24 * 60 * 60)
  }

  scenario("a timer source for a day", in: .exploredOnly) {
    let probe = SourceProbe(every: .seconds(5))
    await advance(by: day)
    expect(right, "ticks", probe.ticks, equals: 17_280)
    probe.stop()
  }

  scenario("a debounce", in: .exploredOnly) {
    let seen = Seen<String>()
    let debouncer = Debouncer(quiet: .milliseconds(300)) { seen.record("\($0) at \(now)") }
    for value in 1...3 {
      debouncer.call(value)
      await advance(by: .milliseconds(100))
    }
    expect(right, "what came too early", seen.values, equals: [])
    await advance(by: .seconds(60))
    expect(right, "what came", seen.values, equals: ["3 at 0.5"])
  }

  scenario("a heartbeat that is answered twice", in: .exploredOnly) {
    let pings = Seen<Double>()
    let lost = Seen<Double>()
    let heartbeat = Heartbeat(ping: { pings.record(now) }, lost: { lost.record(now) })
    Task { await heartbeat.run(every: .seconds(10)) }
    for _ in 1...2 {
      await advance(by: .seconds(5))
      await heartbeat.pong()
      await advance(by: .seconds(5))
    }
    await advance(by: .seconds(600))
    expect(right, "the pings", pings.values, equals: [0, 10, 20, 30, 40])
    expect(right, "when it was given up", lost.values, equals: [50])
  }

  scenario("a backoff with jitter", in: .exploredOnly) {
    let seen = Seen<Double>()
    Task { await reconnect(attempts: 6) { _ in seen.record(now) } }
    await advance(by: .seconds(600))
    let times = seen.values
    expect(right, "attempts", times.count, equals: 6)
    for (index, gap) in zip(times, times.dropFirst()).map({ $1 - $0 }).enumerated() {
      let least = Double(1 << index)
      expect(
        right, gap >= least - 0.001 && gap < 2 * least + 0.001,
        otherwise: "attempt \(index + 2) came after \(gap) s")
    }
  }

  scenario("what hands on to the main thread", on: .mainThread) {
    let relay = Relay()
    relay.start()
    await settle()
    expect(right, "at once", relay.notes, equals: ["performed"])
    await advance(by: .seconds(1))
    expect(right, "after a second", relay.notes, equals: ["performed", "main"])
  }

  scenario("tasks that block the pool", in: .exploredOnly) { await meet() }
  scenario("tasks that block a pool of one", in: .exploredOnly) { await meet() }
    .onPool(ofWidth: 1)
  scenario("tasks that block a pool of two", in: .exploredOnly) { await meet() }
    .onPool(ofWidth: 2)

  scenario("items that block a global queue", in: .exploredOnly) { meetOnQueues(.global()) }
  scenario("items that block a global queue of one", in: .exploredOnly) { meetOnQueues(.global()) }
    .onGlobalQueues(ofWidth: 1)
  scenario("items that block a global queue of two", in: .exploredOnly) { meetOnQueues(.global()) }
    .onGlobalQueues(ofWidth: 2)
  scenario("items that block a concurrent queue over a global queue of one", in: .exploredOnly) {
    meetOnQueues(DispatchQueue(label: "concurrent", attributes: .concurrent))
  }
  .onGlobalQueues(ofWidth: 1)
  scenario("items that block two serial queues over global queues of one", in: .exploredOnly) {
    meetOnQueues(DispatchQueue(label: "first"), DispatchQueue(label: "second"))
  }
  .onGlobalQueues(ofWidth: 1)
  scenario("items that block a global queue with room elsewhere", in: .exploredOnly) {
    meetOnQueues(.global(), .global(qos: .utility))
  }
  .onGlobalQueues(ofWidth: 1)
  scenario("64 items that block a global queue of 64 by sync", in: .exploredOnly) {
    flood(items: 64)
  }
  .onGlobalQueues(ofWidth: 64)
  scenario("63 items that block a global queue of 64 by sync", in: .exploredOnly) {
    flood(items: 63)
  }
  .onGlobalQueues(ofWidth: 64)
  scenario("indices of a concurrentPerform on a taken global queue", in: .exploredOnly) {
    performOnTakenQueue()
  }
  .onGlobalQueues(ofWidth: 1)
  scenario("tasks behind a blocked global queue of one", in: .exploredOnly) {
    let meeting = Meeting()
    DispatchQueue.global().async { meeting.wait() }
    await Task.detached { meeting.come() }.value
  }
  .onGlobalQueues(ofWidth: 1)

  scenario("a trap in the kit's own code", in: .exploredOnly) {
    let reference = LastReference(Referred())
    reference.letGo()
    _ = reference.subject
  }

  scenario("work for a suspended queue", in: .exploredOnly) { abandonWork() }

  scenario("encoders of two clients", in: .exploredOnly) {
    let counts = Seen<Int>()
    await clients({ counts.record(encode()) }, { counts.record(encode()) })
    expect(right, "bytes", counts.values, equals: [7, 7])
  }

  scenario("files that two clients leave", in: .exploredOnly) {
    let file = freshFile("a")
    expect(right, "what is there at first", textOfFiles(), equals: "")
    await clients(
      { leave("one", at: file) },
      {
        leave("two", at: file + "-beside")
        leave(nil, at: file)
      })
    let beside = "run/a-beside\ntwo"
    expect(
      right, "what is there at last", textOfFiles(), in: [beside, "run/a\none\n\(beside)"])
  }

  scenario("clients on the main thread's subject", on: .mainThread) {
    let relay = Relay()
    await clients(
      { await relay.start() }, { await MainActor.run {} })
    await advance(by: .seconds(2))
    expect(right, "notes", relay.notes, equals: ["performed", "main"])
  }
}

private struct Referred: SubjectReference {
  let object: AnyObject = Seen<Int>()
}

/// Two clients of which one waits for the other.
private func meet() async {
  let meeting = Meeting()
  await clients({ meeting.wait() }, { meeting.come() })
}

/// Two items of which one waits for the other, handed over by two clients.
private func meetOnQueues(_ first: DispatchQueue, _ second: DispatchQueue? = nil) {
  let meeting = Meeting()
  let group = DispatchGroup()
  let submissions: [@Sendable () -> Void] = [
    { first.async(group: group) { meeting.wait() } },
    { (second ?? first).async(group: group) { meeting.come() } },
  ]
  for submit in submissions {
    group.enter()
    Thread.detachNewThread {
      submit()
      group.leave()
    }
  }
  group.wait()
}

/// So many items wait, by sync, for a queue whose item waits for one more item.
private func flood(items: Int) {
  let gate = DispatchQueue(label: "gate")
  let opened = DispatchSemaphore(value: 0)
  let all = DispatchGroup()
  gate.async { opened.wait() }
  for _ in 0..<items { DispatchQueue.global().async(group: all) { gate.sync {} } }
  DispatchQueue.global().async(group: all) { opened.signal() }
  all.wait()
}

/// The caller does alone what nobody helps with.
private func performOnTakenQueue() {
  let done = DispatchSemaphore(value: 0)
  let all = DispatchGroup()
  DispatchQueue.global().async(group: all) { done.wait() }
  let count = Seen<Int>()
  DispatchQueue.concurrentPerform(iterations: 3) { count.record($0) }
  expect(right, "indices", Set(count.values), equals: [0, 1, 2])
  done.signal()
  all.wait()
}

@main enum Main {
  static func main() {
    let name = CommandLine.arguments.last
    guard let scenario = scenarios().first(where: { $0.title == name }) else {
      print(scenarios().map(\.title))
      exit(2)
    }
    var options = Exploration.Options()
    options.scenario = scenario.title
    options.maximumSchedules = 2_000
    options.budget = .seconds(30)
    // One schedule is enough of a day.
    if scenario.title.hasSuffix("a day") { options.maximumSchedules = 1 }
    options.poolWidth = scenario.poolWidth
    options.globalWidth = scenario.globalWidth
    options.driver = scenario.title.hasPrefix("tasks") ? .tasks : .threads
    let result = Exploration.run(
      options: options, body: ExploreEngine.body(of: scenario, driver: options.driver, seed: 1))
    let line: [String: Any] = [
      "schedules": result.schedules, "exhausted": result.isExhausted,
      "findings": result.findings.map { "\($0.kind): \($0.message)" },
      "checks": result.checks["right"] ?? 0,
      "virtual": Double(result.virtualNanoseconds) / 1e9, "real": result.elapsed / .seconds(1),
      "notes": result.notes.map(\.id), "notChecked": result.notCheckedReason ?? "",
    ]
    let data = try! JSONSerialization.data(withJSONObject: line, options: [.sortedKeys])
    print(String(decoding: data, as: UTF8.self))
    exit(0)
  }
}
