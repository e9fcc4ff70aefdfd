import Records
import Testing

@testable import Grading

private let source = """
  final class Account {
    var balance = 100
    func withdraw(_ amount: Int) {
      guard balance >= amount else { return }
      balance -= amount
    }
  }
  """

private func step(
  _ number: Int, _ thread: String, _ what: String, line: Int? = nil, detail: String? = nil
) -> Step {
  Step(
    number: number,
    place: Place(what: what, thread: thread, file: line == nil ? nil : "Account.swift", line: line),
    detail: detail)
}

private func finding(_ trace: [Step]) -> Finding {
  Finding(
    kind: .invariant, criterion: "x", scenario: "s", driver: .threads,
    message: "the balance is -60", trace: trace)
}

private let timeline = Timeline(sources: ["Account.swift": source])

@Suite struct TimelineTests {
  @Test func `a row holds the source line, what was done and the value`() {
    let rows = timeline.rows(of: finding([step(3, "client 1", "read", line: 4, detail: "100")]))
    #expect(
      rows == [
        TimelineStep(
          step: 3, thread: "client 1", file: "Account.swift", line: 4,
          text: "guard balance >= amount else { return }", detail: "read: 100"),
        TimelineStep(step: 4, thread: "", text: "the balance is -60"),
      ])
  }

  @Test func `what others do among themselves is left out, but a member that is used is shown`() {
    var read = step(3, "b", "read", detail: "100")
    read.place.function = "var balance: Int { get }"
    let rows = Timeline(sources: ["Account.swift": source], members: ["var balance: Int { get }"])
      .rows(of: finding([step(1, "a", "read"), step(2, "a", "wait for semaphore 1"), read]))
    #expect(rows.map(\.text) == ["var balance: Int { get }", "the balance is -60"])
    #expect(rows[0].detail == "read: 100")
  }

  @Test func `a line that the file does not have is shown by its operation`() {
    let rows = timeline.rows(of: finding([step(1, "a", "read", line: 99)]))
    #expect(rows[0].text == "read")
    #expect(rows[0].line == nil)
  }

  @Test func `without a trace there is no timeline`() {
    #expect(timeline.rows(of: finding([])).isEmpty)
  }

  @Test(arguments: [29, 30, 31, 60, 1000])
  func `a long run is folded into thirty rows that account for every step`(count: Int) {
    // Another thread takes over every 25 steps.
    let steps = (1...count).map { step($0, "client \($0 / 25 % 2)", "write", line: 5) }
    let rows = timeline.rows(of: finding(steps))
    #expect(rows.count <= 30)
    #expect(rows.last?.text == "the balance is -60")
    let omitted = rows.filter { $0.text.hasPrefix("… ") }.reduce(0) {
      $0 + (Int($1.text.split(separator: " ")[1]) ?? 0)
    }
    let shown = rows.filter { $0.text == "balance -= amount" }
    #expect(shown.count + omitted == count)
    #expect(shown.first?.step == 1)
    #expect(shown.last?.step == count)
    #expect(rows.map(\.step) == rows.map(\.step).sorted())
  }

  @Test func `where another thread takes over stays`() {
    let steps = (1...200).map { step($0, $0 <= 150 ? "a" : "b", "write", line: 5) }
    let shown = timeline.rows(of: finding(steps)).map(\.step)
    #expect(shown.contains(150))
    #expect(shown.contains(151))
  }
}
