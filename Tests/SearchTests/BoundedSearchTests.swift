import Testing

@testable import Search

struct BoundedSearchTests {
  /// A lost update needs one interruption between read and write.
  private let lostUpdate = Model(threads: [
    [.read(0), .write(0, plus: 1)], [.read(0), .write(0, plus: 1)],
  ])

  @Test func `without a preemption no update is lost`() {
    let found = lostUpdate.exploreBounded(0)
    #expect(found.isFinished)
    #expect(found.outcomes.allSatisfy { $0.variables[0] == 2 })
  }

  @Test func `a lost update is found with one preemption`() {
    let found = lostUpdate.exploreBounded(1)
    #expect(found.outcomes.contains { $0.variables[0] == 1 })
    #expect(found.first.values.allSatisfy { $0.preemptions <= 1 })
  }

  @Test func `it says whether the bound kept anything from being tried`() {
    let cut = BoundedSearch(bound: 0, memory: .unshared())
    _ = lostUpdate.explore(cut)
    #expect(cut.wasCut)
    let whole = BoundedSearch(bound: 4, memory: .unshared())
    _ = lostUpdate.explore(whole)
    #expect(!whole.wasCut)
  }

  @Test func `no schedule runs twice`() {
    let strategy = BoundedSearch(bound: .max, memory: .unshared())
    let model = Model(threads: [[.add(0, 1), .toss], [.add(0, 1)], [.add(0, 1)]])
    var seen: Set<String> = []
    var index = 0
    repeat {
      let (_, schedule, _) = model.run(strategy, index)
      #expect(seen.insert(schedule.text).inserted)
      index += 1
    } while strategy.endSchedule()
    // Orders of a1 a2 b c with a1 before a2, times the toss.
    #expect(index == 24)
  }

  @Test(arguments: 0..<60)
  func `a higher bound finds no less`(seed: UInt64) {
    let model = Model.random(seed: seed)
    var before: Set<Model.Outcome> = []
    for bound in 0..<4 {
      let found = model.exploreBounded(bound)
      #expect(found.outcomes.isSuperset(of: before))
      before = found.outcomes
    }
  }
}
