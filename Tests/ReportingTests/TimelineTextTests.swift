import Grading
import Testing

@testable import Reporting

private func text(_ steps: [TimelineStep], width: Int = 80) -> [String] {
  TimelineText(steps, options: TextOptions(width: width)).lines
}

/// `count` steps, each on the next of `threads` threads and on a line of its own.
private func run(_ count: Int, threads: Int, detail: String = "read: 100") -> [TimelineStep] {
  (0..<count).map { index in
    let source = index % 2 == 0 ? Samples.check : Samples.subtract
    return Samples.step(index + 1, "client \(index % threads + 1)", 10 + index, source, detail)
  } + [TimelineStep(step: count + 1, thread: "", text: "the balance is -60")]
}

@Suite struct TimelineTextTests {
  @Test func `two threads stand side by side, what they broke below`() {
    #expect(
      text(Samples.overdraft)
        == """
        step  line │ client 1                         │ client 2
           4    12 │ guard balance >= amount else {   │
                   │   return }                       │
                   │ → read 100                       │
           7    12 │                                  │ guard balance >= amount else {
                   │                                  │   return }
                   │                                  │ → read 100
           9    14 │ balance -= amount                │
                   │ → read 100, write 20             │
          13    14 │                                  │ balance -= amount
                   │                                  │ → read 20, write -60
        ✗ the balance after both is -60, not 20
        """.lines)
  }

  @Test func `a thread that says little leaves its room to the others`() {
    let set = Samples.step(1, "main", 8, "balance = start", "write: 100")
    #expect(
      text([set] + Samples.overdraft.suffix(5))
        == """
        step  line │ main            │ client 1             │ client 2
           1     8 │ balance = start │                      │
                   │ → write 100     │                      │
           9    14 │                 │ balance -= amount    │
                   │                 │ → read 100, write 20 │
          13    14 │                 │                      │ balance -= amount
                   │                 │                      │ → read 20, write -60
        ✗ the balance after both is -60, not 20
        """.lines)
  }

  @Test func `more than three threads get a letter each`() {
    #expect(
      text(run(5, threads: 4))
        == """
        A = client 1, B = client 2, C = client 3, D = client 4
        step  line │ A B C D
           1    10 │ A · · · guard balance >= amount else { return } → read 100
           2    11 │ · B · · balance -= amount → read 100
           3    12 │ · · C · guard balance >= amount else { return } → read 100
           4    13 │ · · · D balance -= amount → read 100
           5    14 │ A · · · guard balance >= amount else { return } → read 100
        ✗ the balance is -60
        """.lines)
  }

  @Test func `in a single column everything stands in one line if it fits`() {
    #expect(
      text(run(1, threads: 1))
        == """
        step  line │ client 1
           1    10 │ guard balance >= amount else { return } → read 100
        ✗ the balance is -60
        """.lines)
  }

  @Test func `several files are named in each row`() {
    let steps = [
      Samples.step(1, "a", 3, "lock()", file: "Lock.swift"),
      Samples.step(2, "a", 12, "balance = 1", "write: 1", file: "A/Very/Deep/Folder/Account.swift"),
    ]
    #expect(
      text(steps)
        == """
        step                    line │ a
           1            Lock.swift:3 │ lock()
           2  …lder/Account.swift:12 │ balance = 1 → write 1
        """.lines)
  }

  @Test func `folded rows go across, operations without source have no line`() {
    let steps = [
      TimelineStep(step: 1, thread: "client 1", text: "lock mutex 1"),
      TimelineStep(step: 2, thread: "", text: "… 7 more steps"),
      TimelineStep(step: 9, thread: "client 2", text: "lock mutex 1"),
    ]
    #expect(
      text(steps)
        == """
        step  line │ client 1     │ client 2
           1       │ lock mutex 1 │
           2       │ … 7 more steps
           9       │              │ lock mutex 1
        """.lines)
  }

  @Test func `steps of one line are one row only while nobody comes between`() {
    let between = [Samples.overdraft[2], Samples.overdraft[4], Samples.overdraft[3]]
    #expect(TimelineRows(between).rows.count == 3)
    #expect(TimelineRows(Array(Samples.overdraft[2...3])).rows.count == 1)
  }

  @Test func `memory is numbered only where there is more than one`() {
    let steps = [
      Samples.step(1, "a", 1, "x", "read memory 1: 5"),
      Samples.step(2, "b", 1, "x", "write memory 1"),
      Samples.step(3, "b", 1, "x", "write memory 1"),
    ]
    #expect(TimelineRows(steps).rows.map(\.details) == [["read 5"], ["write"]])
    let more = steps + [Samples.step(4, "a", 2, "y", "lock mutex 1, write memory 2: 7")]
    #expect(
      TimelineRows(more).rows.map(\.details) == [
        ["read memory 1: 5"], ["write memory 1"], ["lock mutex 1, write memory 2: 7"],
      ])
  }

  @Test func `a long thread keeps its number`() {
    let steps = (1...3).map {
      Samples.step($0, "Swift global concurrent queue \($0)", $0, Samples.check)
    }
    let heading = text(steps)[0]
    for number in 1...3 { #expect(heading.contains("queue \(number)")) }
  }

  @Test func `columns are ordered as threads appear, numbers within`() {
    let names = ["client 10", "queue bank", "client 2", "main"]
    let steps = names.enumerated().map { Samples.step($0.offset, $0.element, $0.offset, "x") }
    #expect(TimelineRows(steps).threads == ["client 2", "client 10", "queue bank", "main"])
  }

  @Test(arguments: [1, 2, 3, 4, 10, 11, 29], [1, 14, 29, 30, 200])
  func `it is never wider or longer than it may be`(threads: Int, count: Int) {
    for width in [80, 60] {
      for detail in ["read: 1", "read: 1234567, write: 12345678", "lock: lock mutex com.bank"] {
        let lines = text(run(count, threads: threads, detail: detail), width: width)
        let heading = lines.firstIndex { $0.contains("step") }
        #expect(lines.count - (heading ?? 0) - 1 <= 30)
        #expect(lines.allSatisfy { DisplayText.width($0) <= width })
        #expect(lines.last == "✗ the balance is -60")
        #expect(lines.allSatisfy { $0.last != " " })
      }
    }
  }

  @Test func `values of three threads are not cut`() {
    let lines = text(run(9, threads: 3, detail: "read: 123456, write: 654321"))
    #expect(lines.joined(separator: "\n").components(containing: "654321") == 9)
  }

  @Test func `a long run keeps its beginning and its end`() {
    let rows = TimelineRows(run(200, threads: 2)).rows
    #expect(rows.count == 29)
    #expect(rows.first?.step == 1)
    #expect(rows.last?.step == 200)
    let fold = rows.first { $0.thread == nil }
    #expect(fold?.text == "… \(200 - 28) more steps")
  }

  @Test func `no steps, no timeline`() {
    #expect(text([]).isEmpty)
  }
}

extension String {
  fileprivate func components(containing part: String) -> Int {
    ranges(of: part).count
  }
}
