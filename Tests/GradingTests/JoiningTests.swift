import Records
import Testing

@testable import Grading

/// Two or more processes that share a search say together what one would have said.
@Suite struct JoiningTests {
  private let titles = ["one", "two", "three"]
  private let drivers: [ClientDriver] = [.threads, .tasks]

  private func messages(_ scenario: String, _ driver: ClientDriver) -> [Message] {
    [
      .began(scenario: scenario, driver: driver),
      .found(
        Finding(kind: .invariant, scenario: scenario, driver: driver, message: "\(driver)")),
      .note(Note(id: "note", message: scenario)),
      .ended(Tally(scenario: scenario, driver: driver, runs: 7)),
    ]
  }

  private func run(_ messages: [Message], end: ArenaRun.End = .exited(code: 0)) -> ArenaRun {
    ArenaRun(
      arena: .explore, end: end, messages: messages, output: "", box: "box", milliseconds: 5)
  }

  /// What a process does that holds a share, and dies after its first `survived` searches if that is not
  /// nil: in the middle of the next one.
  private func process(_ share: Share, dyingAfter survived: Int? = nil) -> ArenaRun {
    let all = titles.flatMap { title in drivers.map { (title, $0) } }
    let own = all.indices.filter(share.holds).map { all[$0] }
    var said: [Message] = [.hello(scenarios: titles)]
    for (index, (title, driver)) in own.enumerated() {
      if index == survived {
        said += messages(title, driver).dropLast(2)
        said.append(
          .found(Finding(kind: .crash, scenario: title, driver: driver, message: "it crashed")))
        return run(said, end: .signalled(number: 11))
      }
      said += messages(title, driver)
    }
    return run(said + [.finished(scenarios: titles.count)])
  }

  private func shares(_ count: Int) -> [Share] {
    (0..<count).map { Share(index: $0, count: count) }
  }

  @Test(arguments: 1...8)
  func `however many processes there are, the record is that of one`(count: Int) {
    let parts = shares(count).map { (share: $0, run: process($0)) }
    let joined = ArenaRun.joining(parts, drivers: drivers)
    #expect(joined == process(.whole))
    #expect(joined.isFinished)
  }

  @Test(arguments: 2...6, 0..<6)
  func `a process that dies ends the record where one process would have died`(
    count: Int, death: Int
  ) throws {
    let alone = process(.whole, dyingAfter: death)
    let owner = try #require(shares(count).firstIndex { $0.holds(death) })
    let survived = (0..<death).filter(shares(count)[owner].holds).count
    let parts = shares(count).map {
      (share: $0, run: process($0, dyingAfter: $0.index == owner ? survived : nil))
    }
    let joined = ArenaRun.joining(parts, drivers: drivers)
    #expect(joined == alone)
    #expect(!joined.isFinished)
    #expect(joined.running == alone.running)
  }

  @Test func `a process that was killed before its first word leaves its searches unfinished`() {
    let parts = [
      (share: Share(index: 0, count: 2), run: process(Share(index: 0, count: 2))),
      (share: Share(index: 1, count: 2), run: run([], end: .memoryLimit(mebibytes: 512))),
    ]
    let joined = ArenaRun.joining(parts, drivers: drivers)
    #expect(joined.end == .memoryLimit(mebibytes: 512))
    #expect(!joined.isFinished)
    #expect(joined.tallies.map(\.scenario) == ["one"])
  }

  @Test func `a process that skips a search is no pass`() {
    let first = Share(index: 0, count: 2)
    var lazy = process(Share(index: 1, count: 2))
    lazy.messages.removeAll {
      if case .hello = $0 { false } else if case .finished = $0 { false } else { true }
    }
    let joined = ArenaRun.joining(
      [(share: first, run: process(first)), (share: Share(index: 1, count: 2), run: lazy)],
      drivers: drivers)
    #expect(!joined.isFinished)
  }

  @Test func `one that is not believed spoils all, and so do different announcements`() {
    let (first, second) = (Share(index: 0, count: 2), Share(index: 1, count: 2))
    let liar = run([], end: .untrusted(reason: "it lied"))
    let spoilt = ArenaRun.joining(
      [(share: first, run: process(first)), (share: second, run: liar)], drivers: drivers)
    #expect(spoilt.end == .untrusted(reason: "it lied"))
    let other = run([.hello(scenarios: ["one"]), .finished(scenarios: 1)])
    let unequal = ArenaRun.joining(
      [(share: first, run: process(first)), (share: second, run: other)], drivers: drivers)
    guard case .untrusted = unequal.end else {
      Issue.record("\(unequal.end)")
      return
    }
  }
}
