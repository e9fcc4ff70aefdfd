import KataKit
import Provided

/// The situations that the loader is judged in. Time is virtual.
@ScenarioBuilder
public func scenarios() -> [Scenario] {
  scenario("loads, one after the other", on: .mainThread) {
    let (screen, _) = await makeScreen()
    for number in 1...seeded(2...4) {
      await screen.subject.loader?.load()
      await advance(by: patience)
      expect(
        .callsBack, "the calls after \(number) loads", screen.subject.calls.values.count,
        equals: number)
    }
  }

  scenario("a loader without a delegate", on: .mainThread) {
    let loader = await subject()
    await loader.load()
    await advance(by: patience)
    let screen = Screen()
    await loader.set_delegate(screen)
    await loader.load()
    await advance(by: patience)
    expect(.callsBack, "the calls after one load", screen.calls.values.count, equals: 1)
  }

  scenario("a screen that is let go", on: .mainThread) {
    let (screen, loader) = await makeScreen()
    await screen.subject.loader?.load()
    await advance(by: patience)
    screen.letGo()
    await settle()
    expectReleased(.released, screen, "the screen", after: "the last outside reference")
    expectReleased(.released, loader, "the loader", after: "its screen went")
  }

  scenario("a screen that is let go before it loads", on: .mainThread) {
    let (screen, loader) = await makeScreen()
    screen.letGo()
    await settle()
    expectReleased(.released, screen, "the screen", after: "the last outside reference")
    expectReleased(.released, loader, "the loader", after: "its screen went")
  }

  scenario("a screen that is let go while it loads", on: .mainThread) {
    let (screen, loader) = await makeScreen()
    await screen.subject.loader?.load()
    screen.letGo()
    await advance(by: patience)
    expectReleased(
      .released, screen, "the screen", after: "the load and the last outside reference")
    expectReleased(.released, loader, "the loader", after: "the load, and its screen went")
  }
}

/// What a load may take.
private let patience = Duration.seconds(20)

/// Owns a loader, and is its delegate.
private final class Screen: OrderLoaderDelegate, SubjectReference, @unchecked Sendable {
  // Safe: `loader` is set and used on the main thread only.
  var loader: Subject?
  let calls = Seen<Order>()

  var object: AnyObject { self }

  func didLoad(_ order: Order) {
    calls.record(order)
    interlude()
  }
}

/// A screen with its loader. Nobody but the screen keeps the loader.
@MainActor
private func makeScreen() async -> (screen: LastReference<Screen>, loader: LastReference<Subject>) {
  let screen = Screen()
  let loader = LastReference(await subject())
  await loader.subject.set_delegate(screen)
  screen.loader = loader.subject
  loader.letGo()
  return (LastReference(screen), loader)
}
