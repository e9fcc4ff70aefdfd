import KataKit

/// The situations that `OrderPoller` is judged in. Time is virtual.
@ScenarioBuilder
public func scenarios() -> [Scenario] {
  scenario("three ticks", in: .exploredOnly) {
    let (poller, log) = await makePoller()
    await poller.subject.start()
    await advance(by: .seconds(3.5))
    expectTicks(.ticks, "begins", log.begins, every: 1, to: 3.5)
    expectTicks(.ticks, "commits", log.commits, every: 1, to: 3.5)
    log.expectPairs()
  }

  scenario("the last reference goes in the middle of a tick", in: .exploredOnly) {
    let (poller, log) = await makePoller()
    log.expectPairs()
    await poller.subject.start()
    await clients({
      log.firstBegin.wait(upTo: .seconds(3))
      poller.letGo()
    })
    let end = now
    await advance(by: .seconds(3))
    log.expectPairs()
    expectReleased(.released, poller, "the poller", after: "the last outside reference")
    expectSilence(.silent, "a tick", log.begins, since: end, after: "the last reference went")
  }

  scenario("the last reference goes at the moment of a tick", in: .exploredOnly) {
    let (poller, log) = await makePoller()
    log.expectPairs()
    await poller.subject.start()
    await clients({
      await after(.seconds(2))
      poller.letGo()
    })
    let end = now
    await advance(by: .seconds(3))
    log.expectPairs()
    expectReleased(.released, poller, "the poller", after: "the last outside reference")
    expectSilence(.silent, "a tick", log.begins, since: end, after: "the last reference went")
  }

  scenario("the last reference goes between two ticks", in: .exploredOnly) {
    let (poller, log) = await makePoller()
    await poller.subject.start()
    let ticks = Double(seeded(1...4))
    await advance(by: .seconds(ticks + 0.5))
    poller.letGo()
    let end = now
    await advance(by: .seconds(3))
    log.expectPairs()
    expectReleased(.released, poller, "the poller", after: "the last outside reference")
    expectSilence(.silent, "a tick", log.begins, since: end, after: "the last reference went")
  }

  scenario("let go, never started", in: .exploredOnly) {
    let (poller, log) = await makePoller()
    poller.letGo()
    await advance(by: .seconds(3))
    expectReleased(.released, poller, "the poller", after: "the last outside reference")
    expectSilence(.silent, "a tick", log.begins, since: 0, after: "the last reference went")
  }

  scenario("stopped in the middle of a tick", in: .exploredOnly) {
    let (poller, log) = await makePoller()
    log.expectPairs()
    await poller.subject.start()
    await clients({
      log.firstBegin.wait(upTo: .seconds(3))
      await poller.subject.stop()
    })
    let end = now
    await advance(by: .seconds(3))
    log.expectPairs()
    expectSilence(.silent, "a tick", log.begins, since: end, after: "`stop()`")
  }

  scenario("stopped at the moment of a tick", in: .exploredOnly) {
    let (poller, log) = await makePoller()
    await poller.subject.start()
    await clients({
      await after(.seconds(2))
      await poller.subject.stop()
    })
    let end = now
    await advance(by: .seconds(3))
    log.expectPairs()
    expectSilence(.silent, "a tick", log.begins, since: end, after: "`stop()`")
    poller.letGo()
    await advance(by: .seconds(3))
    expectReleased(
      .released, poller, "the poller", after: "`stop()` and the last outside reference")
  }
}

/// What a poller did.
private final class Log: Sendable {
  let begins = Ticks()
  let commits = Ticks()
  let firstBegin = Moment()

  /// Ask when all is quiet.
  func expectPairs() {
    let (begun, committed) = (begins.times.count, commits.times.count)
    expect(
      .paired, begun == committed,
      otherwise: "\(count(begun, "begin")), but \(count(committed, "commit"))")
  }

  private func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}

private func makePoller() async -> (LastReference<Subject>, Log) {
  let log = Log()
  let poller = LastReference(
    await subject(
      onBegin: {
        remark("a tick begins")
        log.firstBegin.begin()
        log.begins.record()
      },
      onCommit: {
        remark("the tick commits")
        log.commits.record()
      }))
  return (poller, log)
}
