import KataKit

/// The situations that the screen is judged in. Time is virtual, and everything is on the main thread.
@ScenarioBuilder
public func scenarios() -> [Scenario] {
  scenario("a screen that is looked at", on: .mainThread) {
    let (screen, checks) = await makeScreen(.polls)
    await screen.subject.viewDidLoad()
    await advance(by: .seconds(16))
    expectTicks(.polls, "checks", checks, every: 5, to: 16)
    await screen.subject.viewWillDisappear()
  }

  scenario("a screen that disappears and is kept", on: .mainThread) {
    let (screen, checks) = await makeScreen(.silent)
    await screen.subject.viewDidLoad()
    await advance(by: .seconds(seeded(6...29)))
    await screen.subject.viewWillDisappear()
    let disappeared = now
    await advance(by: .seconds(16))
    expectSilence(.silent, "a check", checks, since: disappeared, after: "`viewWillDisappear`")
  }

  scenario("a screen that disappears and is let go", on: .mainThread) {
    let (screen, checks) = await makeScreen(.released)
    await screen.subject.viewDidLoad()
    await advance(by: .seconds(seeded(6...29)))
    await screen.subject.viewWillDisappear()
    let disappeared = now
    screen.letGo()
    await advance(by: .seconds(16))
    expectReleased(
      .released, screen, "the screen", after: "`viewWillDisappear` and the last outside reference")
    expectSilence(.silent, "a check", checks, since: disappeared, after: "`viewWillDisappear`")
  }

  scenario("a screen that goes without a word", on: .mainThread) {
    let (screen, checks) = await makeScreen(.stoppedOnDeinit)
    await screen.subject.viewDidLoad()
    await advance(by: .seconds(seeded(6...29)))
    screen.letGo()
    let gone = now
    await advance(by: .seconds(16))
    expectReleased(.stoppedOnDeinit, screen, "the screen", after: "the last outside reference")
    expectNothingScheduled(.stoppedOnDeinit, after: "the last outside reference went")
    expectSilence(
      .stoppedOnDeinit, "a check", checks, since: gone, after: "the last outside reference went")
  }
}

/// A screen, and when it checks.
///
/// - Parameter criterion: What the situation is about: what a crash counts against.
@MainActor private func makeScreen(
  _ criterion: Criterion
) async -> (LastReference<Subject>, Ticks) {
  let checks = Ticks()
  let screen = LastReference(await subject(checkOrderStatus: { checks.record() }))
  expect(criterion, checks.times.isEmpty, otherwise: "a check came before `viewDidLoad`")
  return (screen, checks)
}
