import Testing

@testable import Search

/// What partial-order reduction must keep, and what it must spare.
struct ExhaustiveTests {
  @Test(arguments: [(2, 2), (3, 6), (4, 24), (5, 120)])
  func `a right lock takes one schedule for each order of its holders`(threads: Int, orders: Int) {
    let model = Model(
      threads: Array(
        repeating: Model.critical(lock: 0, variable: 0, plus: 1), count: threads))
    // What the lock protects is no scheduling point in a race-free program.
    let quiet = Model(
      threads: model.threads.map { $0.filter { $0 == .lock(0) || $0 == .unlock(0) } })
    let found = quiet.exploreExhaustively()
    #expect(found.isFinished)
    #expect(found.schedules == orders)
    #expect(found.redundant == 0)
    #expect(model.exploreExhaustively().schedules == orders)
  }

  @Test func `what another strategy left in its memory is not looked at`() {
    let memory = SearchMemory.unshared()
    defer { memory.deallocate() }
    memory.base.initializeMemory(as: UInt8.self, repeating: 0xff, count: memory.byteCount)
    let model = Model(threads: (0..<3).map { _ in [.lock(0), .unlock(0)] })
    #expect(model.explore(Exhaustive(memory: memory)).schedules == 6)
  }

  @Test func `threads that share nothing take one schedule`() {
    let model = Model(threads: (0..<4).map { [.lock($0), .add($0, 1), .unlock($0)] })
    let found = model.exploreExhaustively()
    #expect(found.schedules == 1)
    #expect(found.outcomes.count == 1)
  }

  @Test func `readers commute`() {
    let model = Model(threads: [[.read(0)], [.read(0)], [.read(0)]])
    #expect(model.exploreExhaustively().schedules == 1)
  }

  @Test func `what readers do under a shared lock is not ordered by it`() {
    let model = Model(threads: [
      [.readLock(0), .add(0, 1), .readUnlock(0)], [.readLock(0), .readUnlock(0), .add(0, 2)],
    ])
    #expect(model.exploreExhaustively().outcomes == model.exploreFully().outcomes)
    #expect(model.exploreFully().outcomes.count == 2)
    let readers = Model(threads: (0..<3).map { _ in [.readLock(0), .readUnlock(0)] })
    #expect(readers.exploreExhaustively().schedules == 1)
  }

  @Test func `what others were about to do when one dies is tried too`() {
    let model = Model(threads: [[.dieIfZero(0), .add(1, 1)], [.add(0, 1)]])
    #expect(model.exploreExhaustively().outcomes == model.exploreFully().outcomes)
    #expect(Set(model.exploreFully().outcomes.map(\.isDead)) == [true, false])
  }

  @Test func `locks taken in opposite order deadlock in some schedule`() {
    let model = Model(threads: [
      [.lock(0), .lock(1), .unlock(1), .unlock(0)], [.lock(1), .lock(0), .unlock(0), .unlock(1)],
    ])
    let found = model.exploreExhaustively()
    #expect(found.outcomes.contains { $0.isDeadlocked })
    #expect(found.outcomes.contains { !$0.isDeadlocked })
  }

  @Test func `philosophers deadlock in a ring, and not in a line`() {
    func table(_ left: [(Int, Int)]) -> Model {
      Model(threads: left.map { [.lock($0.0), .lock($0.1), .unlock($0.1), .unlock($0.0)] })
    }
    let ring = table([(0, 1), (1, 2), (2, 0)]).exploreExhaustively()
    let line = table([(0, 1), (1, 2), (0, 2)]).exploreExhaustively()
    #expect(ring.outcomes.contains { $0.isDeadlocked })
    #expect(!line.outcomes.contains { $0.isDeadlocked })
  }

  @Test func `choices that are not of threads are all taken`() {
    let model = Model(threads: [[.toss, .toss], [.toss]])
    #expect(model.exploreExhaustively().outcomes.count == 8)
  }

  @Test(arguments: 0..<250)
  func `it finds the same outcomes as full search`(seed: UInt64) {
    let model = Model.random(seed: seed)
    let all = model.exploreFully()
    let reduced = model.exploreExhaustively()
    #expect(all.isFinished && reduced.isFinished)
    #expect(reduced.outcomes == all.outcomes, "\(model.threads)")
    #expect(reduced.schedules <= all.schedules)
  }

  @Test func `what a thread did before it started another comes first`() {
    // Thread 1 is only known once thread 0 has moved: joined like the runtime does.
    let strategy = Exhaustive(memory: .unshared())
    let model = Model(threads: [[.add(0, 1)], [.add(0, 1)]])
    var index = 0
    repeat {
      _ = model.run(strategy, index)
      index += 1
    } while strategy.endSchedule()
    #expect(index == 2)
    #expect(strategy.isExhausted)
  }

  @Test func `state in shared memory lets another search object go on`() {
    let memory = SearchMemory.unshared()
    let model = Model(
      threads: Array(repeating: [.lock(0), .unlock(0)], count: 3))
    let strategy = Exhaustive(memory: memory)
    // As if each schedule's process had died at its end.
    var count = 0
    repeat {
      _ = model.run(strategy, count)
      count += 1
    } while strategy.endSchedule()
    #expect(count == 6)
  }

  @Test func `what a search before it left in the memory changes nothing`() {
    let memory = SearchMemory.unshared()
    defer { memory.deallocate() }
    let model = Model(
      threads: Array(repeating: Model.critical(lock: 0, variable: 0, plus: 1), count: 4))
    let clean = model.explore(Exhaustive(memory: memory))
    memory.base.initializeMemory(as: UInt8.self, repeating: 0xff, count: memory.byteCount)
    let used = model.explore(Exhaustive(memory: memory))
    #expect(used.schedules == clean.schedules)
    #expect(used.outcomes == clean.outcomes)
  }
}
