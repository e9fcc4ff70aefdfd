import Testing

@testable import Search

struct OpeningTests {
  private let lostUpdate = Model(threads: [
    [.read(0), .write(0, plus: 1)], [.read(0), .write(0, plus: 1)],
  ])

  @Test func `it has so many schedules, and then no more`() {
    let found = lostUpdate.explore(Opening())
    #expect(found.isFinished)
    #expect(found.schedules == Opening.count)
  }

  @Test func `the first takes turns of one step, downwards`() {
    let model = Model(threads: (0..<3).map { _ in [.add(0, 1), .add(0, 1)] })
    let schedule = model.run(Opening(), 0).1
    #expect(schedule.choices == [0, 2, 1, 0, 2].map { .thread($0) })
  }

  @Test func `in the second the last comes last, and nobody is interrupted`() {
    let model = Model(threads: (0..<3).map { _ in [.add(0, 1), .add(0, 1)] })
    let (_, schedule, preemptions) = model.run(Opening(), 1)
    #expect(preemptions == 0)
    #expect(schedule.choices == [.thread(0), .thread(0), .thread(1), .thread(1)])
  }

  /// One writes two halves, fifty others do too, and one reads both.
  @Test(arguments: [2, 10, 50])
  func `half a publication is seen, however many publish`(writers: Int) {
    let model = Model(
      threads: Array(repeating: [.add(0, 1), .add(1, 1)], count: writers)
        + [[.read(0), .write(2, plus: 0), .read(1), .write(3, plus: 0)]])
    let found = model.explore(Opening())
    #expect(found.outcomes.contains { $0.variables[2] > 0 && $0.variables[3] == 0 })
  }

  @Test func `locks taken in opposite order deadlock in the first`() {
    let model = Model(threads: [
      [.lock(0), .lock(1), .unlock(1), .unlock(0)], [.lock(1), .lock(0), .unlock(0), .unlock(1)],
    ])
    #expect(model.run(Opening(), 0).0.isDeadlocked)
  }

  @Test func `it never chooses one that cannot go on`() {
    for seed in 0..<200 { _ = Model.random(seed: UInt64(seed)).explore(Opening()) }
  }
}
