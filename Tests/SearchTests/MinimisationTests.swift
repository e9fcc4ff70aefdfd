import Testing

@testable import Search

/// Every answer is compared with the smallest of all failing schedules, found by running all there are.
struct MinimisationTests {
  private typealias Size = Minimisation.Size
  private static let highestBound = 3

  /// The smallest schedule that leads to each outcome, by enumeration.
  private func smallest(_ model: Model) -> [Model.Outcome: Size] {
    let memory = SearchMemory.unshared()
    defer { memory.deallocate() }
    var best: [Model.Outcome: Size] = [:]
    let everything = BoundedSearch(bound: .max, memory: memory)
    run(model, everything) { execution in
      best[execution.outcome] = min(best[execution.outcome] ?? execution.size, execution.size)
    }
    #expect(everything.isExhausted && !everything.wasCut)
    return best
  }

  /// The smallest failing schedule; nil if none fails.
  private func smallest(_ model: Model, where fails: (Model.Outcome) -> Bool) -> Size? {
    smallest(model).filter { fails($0.key) }.values.min()
  }

  /// What minimising comes to, from the first failing schedule of a random walk.
  private func minimised(
    _ model: Model, seed: UInt64 = 1, where fails: (Model.Outcome) -> Bool
  ) throws -> (first: Size, last: Model.Execution) {
    let walk = RandomWalk(seed: seed)
    let first = try #require(
      (0..<20_000).lazy.map { model.execute(walk, $0) }.first { fails($0.outcome) })
    var last = first
    var minimisation = Minimisation(from: first.size, highestBound: Self.highestBound)
    let memory = SearchMemory.unshared()
    defer { memory.deallocate() }
    while let search = minimisation.nextSearch(memory: memory) {
      run(model, search) { execution in
        if fails(execution.outcome), minimisation.meets(execution.size) { last = execution }
      }
    }
    #expect(minimisation.best == last.size)
    return (first.size, last)
  }

  private func run(_ model: Model, _ strategy: any Strategy, _ body: (Model.Execution) -> Void) {
    var index = 0
    repeat {
      body(model.execute(strategy, index))
      index += 1
    } while strategy.endSchedule()
  }

  @Test func `a lost update is shown with its one preemption, whatever found it`() throws {
    let model = Model(threads: [
      [.read(0), .write(0, plus: 1), .read(0), .write(0, plus: 1)],
      [.read(0), .write(0, plus: 1), .read(0), .write(0, plus: 1)],
      [.read(0), .write(0, plus: 1)],
    ])
    for seed in 1...20 as ClosedRange<UInt64> {
      let (_, last) = try minimised(model, seed: seed) { $0.variables[0] < 5 }
      #expect(last.size.preemptions == 1)
      #expect(last.outcome.variables[0] < 5)
    }
  }

  @Test func `of the deadlocks with one preemption, the earliest is shown`() throws {
    let model = Model(threads: [
      [.lock(0), .lock(1), .unlock(1), .unlock(0), .lock(0), .lock(1), .unlock(1), .unlock(0)],
      [.lock(1), .lock(0), .unlock(0), .unlock(1), .lock(1), .lock(0), .unlock(0), .unlock(1)],
    ])
    var firsts: Set<Int> = []
    for seed in 1...20 as ClosedRange<UInt64> {
      let (first, last) = try minimised(model, seed: seed) { $0.isDeadlocked }
      #expect(last.size == Size(preemptions: 1, steps: 2))
      firsts.insert(first.steps)
    }
    // There is something to make shorter.
    #expect(firsts.count > 1)
    #expect(smallest(model) { $0.isDeadlocked } == Size(preemptions: 1, steps: 2))
  }

  @Test func `a failure that needs no preemption is shown without any`() throws {
    let model = Model(threads: [
      [.add(0, 1), .add(0, 1), .post(0)], [.wait(0), .add(0, 1)], [.read(0), .write(1, plus: 0)],
    ])
    let (_, last) = try minimised(model, seed: 3) { $0.variables[1] == 2 }
    #expect(last.size.preemptions == 0)
  }

  @Test func `more preemptions than are searched through leave the failure as it was found`() throws
  {
    // Both go step by step: a register that holds 8 has seen every other step of the other thread.
    let model = Model(threads: [
      Array(repeating: .add(0, 1), count: 5), Array(repeating: .add(0, 1), count: 5),
    ])
    let alternating: (Model.Outcome) -> Bool = { $0.registers[0] == 2_468 }
    let best = try #require(smallest(model, where: alternating))
    try #require(best.preemptions > Self.highestBound)
    let (first, last) = try minimised(model, where: alternating)
    #expect(last.size <= first)
    #expect(alternating(last.outcome))
  }

  @Test(arguments: 0..<40)
  func `the failure shown is the smallest of all there are`(seed: UInt64) throws {
    let model = Model.random(seed: seed)
    for (failure, best) in smallest(model) where best.preemptions <= Self.highestBound {
      let (first, last) = try minimised(model, seed: seed) { $0 == failure }
      #expect(last.size == best, "from \(first)")
      #expect(last.outcome == failure)
      // It is a schedule that runs again to the same end.
      #expect(model.run(Replay(last.schedule), 0).0 == failure)
    }
  }
}
