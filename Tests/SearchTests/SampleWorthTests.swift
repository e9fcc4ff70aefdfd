import Testing

@testable import Search

struct SampleWorthTests {
  @Test func `one schedule of two threads and ten steps meets a fault of depth 2 one time in 20`() {
    let worth = SampleWorth(schedules: 1, threads: 2, steps: 10)
    #expect(abs(worth.chance(ofDepth: 2) - 0.05) < 1e-12)
    #expect(abs(worth.chance(ofDepth: 3) - 0.005) < 1e-12)
  }

  @Test func `more schedules are worth more, none are worth nothing`() {
    let chances = [0, 1, 10, 100, 1_000].map {
      SampleWorth(schedules: $0, threads: 3, steps: 30).chance(ofDepth: 2)
    }
    #expect(chances[0] == 0)
    #expect(zip(chances, chances.dropFirst()).allSatisfy { $0 < $1 })
    #expect(chances[4] > 0.999)
  }

  // A lost update: one thread stands between the other's read and write, which are two orderings.
  @Test func `a walk keeps what is promised of it`() {
    let model = Model(threads: [
      [.read(0), .write(0, plus: 1)], [.read(0), .write(0, plus: 1)],
    ])
    let memory = SearchMemory.unshared(byteCount: 1 << 16)
    defer { memory.deallocate() }
    let walk = PriorityWalk(seed: 11, depth: 2, steps: 4, memory: memory)
    var met = 0
    for index in 0..<1_000 {
      if model.run(walk, index).0.variables[0] == 1 { met += 1 }
      _ = walk.endSchedule()
    }
    let promised = SampleWorth(schedules: 1, threads: 2, steps: 4).chance(ofDepth: 2)
    // An eighth of 1,000 is 125; fewer than 80 have a chance below 1e-5 even so.
    #expect(Double(met) > promised * 1_000 - 45)
  }
}
