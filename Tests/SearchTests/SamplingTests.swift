import Testing

@testable import Search

struct SamplingTests {
  private let lostUpdate = Model(threads: [
    [.read(0), .write(0, plus: 1)], [.read(0), .write(0, plus: 1)],
  ])

  private static func strategies(seed: UInt64) -> [any Strategy] {
    [
      RandomWalk(seed: seed), OrderSampling(seed: seed, memory: .unshared()),
      PriorityWalk(seed: seed, depth: 2, memory: .unshared()),
      PriorityWalk(seed: seed, depth: 3, memory: .unshared()),
    ]
  }

  private func texts(_ strategy: any Strategy, count: Int) -> [String] {
    (0..<count).map { index in
      let text = lostUpdate.run(strategy, index).1.text
      _ = strategy.endSchedule()
      return text
    }
  }

  @Test(arguments: 0..<4)
  func `the same seed gives the same schedules`(which: Int) {
    let first = texts(Self.strategies(seed: 7)[which], count: 50)
    let second = texts(Self.strategies(seed: 7)[which], count: 50)
    let other = texts(Self.strategies(seed: 8)[which], count: 50)
    #expect(first == second)
    #expect(first != other)
  }

  // Two threads of two steps: of the six orders four lose an update. A random walk meets one with
  // at least a half a schedule, a priority walk of depth 2 with at least 1/(2·4): not to meet
  // any in 400 has a chance below 1e-20.
  @Test(arguments: 0..<4)
  func `a lost update is met`(which: Int) {
    let found = lostUpdate.explore(Self.strategies(seed: 3)[which], limit: 400)
    #expect(found.outcomes.contains { $0.variables[0] == 1 })
    #expect(found.outcomes.contains { $0.variables[0] == 2 })
  }

  @Test func `a schedule depends on seed and index alone`() {
    let walk = RandomWalk(seed: 5)
    let forward = (0..<20).map { lostUpdate.run(walk, $0).1.text }
    let backward = (0..<20).reversed().map { lostUpdate.run(walk, $0).1.text }
    #expect(forward == backward.reversed())
  }

  @Test func `a walk among kinds meets one reader among many writers`() {
    // The reader comes first with a chance of a half; among twenty equals it would be a 21st, and not
    // to be first in 100 schedules would have a chance of 0.8 %, here of 2^-100.
    let model = Model(
      threads: Array(repeating: [.write(0, plus: 1)], count: 20) + [[.read(0), .write(1, plus: 1)]])
    let walk = KindWalk(seed: 4)
    var early = 0
    for index in 0..<100 where model.run(walk, index).0.variables[1] == 1 { early += 1 }
    // Binomial: outside 20...80 with a chance below 1e-8.
    #expect((20...80).contains(early))
  }

  @Test func `a portfolio asks its members in turn`() {
    let memory = SearchMemory.unshared(byteCount: 1 << 18)
    defer { memory.deallocate() }
    let portfolio = Portfolio([RandomWalk(seed: 1), KindWalk(seed: 2)])
    let (random, kind) = (RandomWalk(seed: 1), KindWalk(seed: 2))
    for index in 0..<20 {
      let one = lostUpdate.run(portfolio, index).1.text
      let other =
        index % 2 == 0
        ? lostUpdate.run(random, index / 2).1.text : lostUpdate.run(kind, index / 2).1.text
      #expect(one == other)
    }
    let usual = Portfolio(seed: 3, steps: 4, memory: memory)
    let found = lostUpdate.explore(usual, limit: 200)
    #expect(found.outcomes.contains { $0.variables[0] == 1 })
  }
}
