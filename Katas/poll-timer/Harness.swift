import Foundation
import KataKit

/// The situations that `PollTimer` is judged in. Time is virtual: minutes cost nothing.
@ScenarioBuilder
public func scenarios() -> [Scenario] {
  scenario("started once", in: .exploredOnly) {
    let interval = seededInterval()
    let ticks = Ticks()
    let timer = LastReference(await subject(interval: interval, tick: { ticks.record() }))
    await timer.subject.start()
    await advance(by: .seconds(interval * 3.5))
    expectTicks(.ticks, "ticks", ticks, every: interval, to: interval * 3.5)
  }

  scenario("started twice, one after the other", in: .exploredOnly) {
    let interval = seededInterval()
    let ticks = Ticks()
    let timer = LastReference(await subject(interval: interval, tick: { ticks.record() }))
    await timer.subject.start()
    await timer.subject.start()
    await advance(by: .seconds(interval * 3.5))
    expectTicks(.singleRate, "ticks", ticks, every: interval, to: interval * 3.5)
    await timer.subject.stop()
    let stopped = now
    await advance(by: .seconds(interval * 2))
    expectSilence(.stops, "a tick", ticks, since: stopped, after: "`stop()`")
  }

  scenario("started again in the middle of an interval", in: .exploredOnly) {
    let interval = seededInterval()
    let ticks = Ticks()
    let timer = LastReference(await subject(interval: interval, tick: { ticks.record() }))
    await timer.subject.start()
    await advance(by: .seconds(interval * 0.5))
    await timer.subject.start()
    await advance(by: .seconds(interval * 3))
    expectTicks(.singleRate, "ticks", ticks, every: interval, to: interval * 3.5)
  }

  scenario("started by two threads at once", in: .exploredOnly) {
    let interval = seededInterval()
    let ticks = Ticks()
    let timer = LastReference(await subject(interval: interval, tick: { ticks.record() }))
    await clients({ await timer.subject.start() }, { await timer.subject.start() })
    await advance(by: .seconds(interval * 2.5))
    expectTicks(.singleRate, "ticks", ticks, every: interval, to: interval * 2.5)
    await timer.subject.stop()
    let stopped = now
    await advance(by: .seconds(interval * 2))
    expectSilence(.stops, "a tick", ticks, since: stopped, after: "`stop()`")
  }

  scenario("stopped, and started again", in: .exploredOnly) {
    let interval = seededInterval()
    let ticks = Ticks()
    let timer = LastReference(await subject(interval: interval, tick: { ticks.record() }))
    await timer.subject.stop()
    await timer.subject.start()
    await advance(by: .seconds(interval * 1.5))
    await timer.subject.stop()
    await timer.subject.stop()
    let stopped = now
    await advance(by: .seconds(interval * 2))
    expectSilence(.stops, "a tick", ticks, since: stopped, after: "`stop()`")
    let restarted = now
    await timer.subject.start()
    await advance(by: .seconds(interval * 2.5))
    expectTicks(.stops, "ticks after a restart", ticks, every: interval, from: restarted, to: now)
  }

  scenario("stopped, and started again at once", in: .exploredOnly) {
    let interval = seededInterval()
    let ticks = Ticks()
    let timer = LastReference(await subject(interval: interval, tick: { ticks.record() }))
    await timer.subject.start()
    await advance(by: .seconds(interval * 1.5))
    await timer.subject.stop()
    let restarted = now
    await timer.subject.start()
    await advance(by: .seconds(interval * 2.5))
    expectTicks(.stops, "ticks after a restart", ticks, every: interval, from: restarted, to: now)
  }

  scenario("stopped at the moment of a tick", in: .exploredOnly) {
    let interval = seededInterval()
    let ticks = Ticks()
    let timer = LastReference(await subject(interval: interval, tick: { ticks.record() }))
    await timer.subject.start()
    await clients({
      await after(.seconds(interval))
      await timer.subject.stop()
    })
    let stopped = now
    await advance(by: .seconds(interval * 2))
    expectSilence(.stops, "a tick", ticks, since: stopped, after: "`stop()`")
  }

  scenario("started and stopped by two threads at once", in: .exploredOnly) {
    let interval = seededInterval()
    let ticks = Ticks()
    let timer = LastReference(await subject(interval: interval, tick: { ticks.record() }))
    await clients({ await timer.subject.start() }, { await timer.subject.stop() })
    await timer.subject.stop()
    let stopped = now
    await advance(by: .seconds(interval * 2))
    expectSilence(.stops, "a tick", ticks, since: stopped, after: "`stop()`")
    await timer.subject.start()
    await advance(by: .seconds(interval * 1.5))
    expectTicks(
      .stops, "ticks after a restart", ticks, every: interval, from: stopped + interval * 2,
      to: now)
    timer.letGo()
    await advance(by: .seconds(interval * 2))
    expectReleased(.released, timer, "the timer", after: "the last outside reference")
  }

  scenario("stopped from inside a tick", in: .exploredOnly) {
    let interval = seededInterval()
    let ticks = Ticks()
    let stop = Handover()
    let timer = LastReference(
      await subject(
        interval: interval,
        tick: {
          ticks.record()
          stop.call()
        }))
    stop.set { [weak timer] in await timer?.subject.stop() }
    expect(.stops, ticks.times.isEmpty, otherwise: "a tick came before `start()`")
    await timer.subject.start()
    await advance(by: .seconds(interval * 3.5))
    stop.set(nil)
    expectTicks(.stops, "ticks of a timer that stops itself", ticks, every: interval, to: interval)
    timer.letGo()
    await advance(by: .seconds(interval * 2))
    expectReleased(.released, timer, "the timer", after: "`stop()` and the last outside reference")
  }

  scenario("let go, never started", in: .exploredOnly) {
    let timer = LastReference(await subject(interval: seededInterval(), tick: {}))
    timer.letGo()
    await advance(by: .seconds(10))
    expectReleased(.released, timer, "the timer", after: "the last outside reference")
  }

  scenario("let go after it was stopped", in: .exploredOnly) {
    let interval = seededInterval()
    let timer = LastReference(await subject(interval: interval, tick: {}))
    await timer.subject.start()
    await advance(by: .seconds(interval * 1.5))
    await timer.subject.stop()
    timer.letGo()
    await advance(by: .seconds(interval * 2))
    expectReleased(.released, timer, "the timer", after: "`stop()` and the last outside reference")
  }

  scenario("let go while it runs", in: .exploredOnly) {
    let interval = seededInterval()
    let ticks = Ticks()
    let timer = LastReference(await subject(interval: interval, tick: { ticks.record() }))
    await timer.subject.start()
    await advance(by: .seconds(interval * 1.5))
    timer.letGo()
    let letGo = now
    await advance(by: .seconds(interval * 2))
    expectReleased(.released, timer, "the timer", after: "the last outside reference")
    expectSilence(
      .released, "a tick", ticks, since: letGo, after: "the last outside reference went")
  }

  scenario("let go at the moment of a tick", in: .exploredOnly) {
    let interval = seededInterval()
    let timer = LastReference(await subject(interval: interval, tick: { interlude() }))
    await timer.subject.start()
    await clients({
      await after(.seconds(interval))
      timer.letGo()
    })
    await advance(by: .seconds(interval * 2))
    expectReleased(.released, timer, "the timer", after: "the last outside reference")
  }

  scenario("let go in the middle of a tick", in: .exploredOnly) {
    let interval = seededInterval()
    let moment = Moment()
    let timer = LastReference(
      await subject(
        interval: interval,
        tick: {
          moment.begin()
          interlude()
        }))
    await timer.subject.start()
    await clients({
      moment.wait(upTo: .seconds(interval * 2))
      timer.letGo()
    })
    await advance(by: .seconds(interval * 2))
    expectReleased(.released, timer, "the timer", after: "the last outside reference")
  }
}

/// Seconds from one tick to the next.
private func seededInterval() -> Double { Double(seeded(1...40)) / 4 }
