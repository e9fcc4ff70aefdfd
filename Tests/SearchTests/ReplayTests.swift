import Testing

@testable import Search

struct ReplayTests {
  @Test(arguments: 0..<60)
  func `every outcome can be had again by its schedule`(seed: UInt64) {
    let model = Model.random(seed: seed)
    for (outcome, first) in model.exploreFully().first {
      let replay = Replay(first.schedule)
      let (again, schedule, _) = model.run(replay, 0)
      #expect(again == outcome)
      #expect(schedule == first.schedule)
      #expect(!replay.diverged)
    }
  }

  @Test func `a schedule of another program is noticed`() {
    let replay = Replay(Schedule([.thread(7)]))
    _ = Model(threads: [[.add(0, 1)], [.add(0, 1)]]).run(replay, 0)
    #expect(replay.diverged)
  }

  @Test func `a choice of another kind is noticed`() {
    let replay = Replay(Schedule([.value(0)]))
    _ = Model(threads: [[.add(0, 1)], [.add(0, 1)]]).run(replay, 0)
    #expect(replay.diverged)
  }
}
