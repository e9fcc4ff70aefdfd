import Records
import Testing

@testable import Grading

/// What the symbolizer would say of one address.
private func entry(_ address: UInt64, _ frames: [(file: String, line: Int, function: String)])
  -> String
{
  let symbols = frames.map {
    #"{"FileName":"\#($0.file)","FunctionName":"\#($0.function)","Line":\#($0.line),"Column":0}"#
  }
  return
    #"{"Address":"0x\#(String(address, radix: 16))","Symbol":[\#(symbols.joined(separator: ","))]}"#
}

private func table(_ entries: String...) -> SymbolTable {
  SymbolTable(
    json: ["[\(entries.joined(separator: ","))]"], sourceNames: ["Account.swift"],
    demangle: { $0.map { "plain \($0)" } })
}

@Suite struct SymbolTableTests {
  @Test func `a return address is looked up at the call before it`() {
    let table = table(
      entry(0x99, [("Account.swift", 7, "f")]), entry(0x9a, [("Account.swift", 8, "f")]))
    #expect(table.line(at: [0x9a]) == .init(file: "Account.swift", line: 7, function: "plain f"))
  }

  @Test func `the candidate's innermost line is preferred, through inlined calls and outer ones`() {
    let table = table(
      entry(0xf, [("/toolchain/Array.swift", 600, "a"), ("./Account.swift", 3, "b")]),
      entry(0x1f, [("./Account.swift", 9, "c")]))
    #expect(table.line(at: [0x10, 0x20])?.line == 3)
    #expect(table.line(at: [0x10, 0x20])?.file == "Account.swift")
  }

  @Test func `a missing line is taken from beside it in the same function`() {
    let table = table(
      entry(0xf, [("Account.swift", 0, "f")]), entry(0x10, [("Account.swift", 0, "f")]),
      entry(0x8, [("Account.swift", 30, "other")]), entry(0x18, [("Account.swift", 7, "f")]))
    #expect(table.line(at: [0x10])?.line == 7)
  }

  @Test func `code without a name does not shift the names of other code`() {
    let text = [
      entry(0xf, [("Account.swift", 7, "f")]), entry(0x1f, [("Account.swift", 8, "")]),
      entry(0x2f, [("Account.swift", 9, "g")]),
    ].joined(separator: ",")
    let table = SymbolTable(
      json: ["[\(text)]"], sourceNames: ["Account.swift"],
      demangle: { $0.filter { !$0.isEmpty }.map { "plain \($0)" } })
    #expect(table.line(at: [0x10])?.function == "plain f")
    #expect(table.line(at: [0x20])?.function == "")
    #expect(table.line(at: [0x30])?.function == "plain g")
  }

  @Test func `the line of a read without one lies before what comes after it`() {
    var table = table(entry(0x200, [("Account.swift", 0, "f")]))
    #expect(table.withoutLine(among: [0x200, 0x300]) == [0x200])
    #expect(SymbolTable.surroundings(of: 0x200).contains(0x200 - 120))
    let around = [
      entry(0x200 - 128, [("Account.swift", 4, "f")]),
      entry(0x200 - 120, [("Account.swift", 5, "f")]),
      entry(0x200 - 64, [("Account.swift", 90, "other")]),
      entry(0x200 + 32, [("Account.swift", 8, "f")]),
    ]
    table.add(json: ["[\(around.joined(separator: ","))]"]) { $0.map { "plain \($0)" } }
    #expect(table.line(at: [0x200])?.line == 7)
  }

  @Test func `where the text is known, a read without a line is that of a declaration`() {
    let text = """
      func f() {
        begin()
        // A remark.
        let seen = counter.value
        // Another one.

        use(seen)
      }
      """
    var table = SymbolTable(
      json: ["[\(entry(0x200, [("Account.swift", 0, "f")]))]"], sourceNames: ["Account.swift"],
      texts: ["Account.swift": text]
    ) { $0.map { "plain \($0)" } }
    #expect(table.withoutLine(among: [0x200]) == [0x200])
    let around = [
      entry(0x200 - 128, [("Account.swift", 2, "f")]),
      entry(0x200 + 8, [("Account.swift", 7, "f")]),
    ]
    table.add(json: ["[\(around.joined(separator: ","))]"]) { $0.map { "plain \($0)" } }
    #expect(table.line(at: [0x200])?.line == 4)
  }

  @Test func `outside the candidate's files a folder's name is not shown`() {
    let table = table(entry(0xf, [("/home/somebody/Harness.swift", 5, "h")]))
    #expect(table.line(at: [0x10])?.file == "Harness.swift")
  }

  @Test func `places, steps and notes are filled in`() {
    let table = table(entry(0xf, [("Account.swift", 7, "f")]))
    let place = Place(what: "write", thread: "a", addresses: [0x10])
    let finding = Finding(
      kind: .race, scenario: "s", driver: .tasks, message: "m", places: [place],
      trace: [Step(number: 1, place: place)])
    guard case .found(let filled) = table.filled(.found(finding)) else { return }
    #expect(filled.places[0].line == 7)
    #expect(filled.trace[0].place.file == "Account.swift")
    #expect(
      table.filled(.note(Note(id: "n", message: "careful", address: 0x10)))
        == .note(Note(id: "n", message: "careful (Account.swift:7)", address: 0x10)))
  }

  @Test func `what is unknown stays an address`() {
    let place = Place(what: "write", thread: "a", addresses: [0x10])
    let finding = Finding(kind: .race, scenario: "s", driver: .tasks, message: "m", places: [place])
    #expect(table().filled(.found(finding)) == .found(finding))
  }
}
