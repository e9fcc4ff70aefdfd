import Foundation
import Testing

/// The commands for the one who practises, and what is remembered between them.
struct LearningTests {
  @Test func `the starter is copied once and never overwritten`() throws {
    let tool = try ToolUnderTest()
    #expect(try tool("start", "withdraw", "--into", "mine/here").code == 0)
    let path = "work/mine/here/withdraw.swift"
    #expect(tool.text(path).contains("BankAccount"))
    try tool.write("// mine", to: "mine/here/withdraw.swift")
    let again = try tool("start", "withdraw", "--into", "mine/here")
    #expect(again.code == 2)
    #expect(again.errors.contains("is there already"))
    #expect(tool.text(path) == "// mine")
  }

  @Test func `hints come one by one and the last one stays`() throws {
    let tool = try ToolUnderTest()
    let first = try tool("hint", "withdraw").output
    let second = try tool("hint", "withdraw").output
    #expect(first.hasPrefix("Hint 1 of"))
    #expect(second.hasPrefix("Hint 2 of"))
    for _ in 0..<10 { _ = try tool("hint", "withdraw") }
    #expect(try tool("hint", "withdraw").output.contains("last hint"))
    #expect(try tool("hint", "withdraw", "1").output == first)
  }

  @Test(arguments: ["{", "[]", "\u{0}", #"{"hints": {"withdraw": -7}, "passed": []}"#])
  func `damaged memory is as if nothing were remembered`(content: String) throws {
    let tool = try ToolUnderTest()
    try tool.write(content, to: "state/randori/progress.json")
    let environment = ["XDG_STATE_HOME": tool.folder.path("work/state")]
    let hint = try tool("hint", "withdraw", environment: environment)
    #expect(hint.code == 0)
    #expect(hint.output.hasPrefix("Hint 1 of"))
    #expect(hint.errors.isEmpty)
  }

  @Test func `memory that cannot be written is no error`() throws {
    let tool = try ToolUnderTest()
    for _ in 0..<2 {
      let hint = try tool("hint", "withdraw", environment: ["XDG_STATE_HOME": "/proc/nowhere"])
      #expect(hint.code == 0)
      #expect(hint.output.hasPrefix("Hint 1 of"))
    }
  }

  @Test func `the catalogue and a task are shown`() throws {
    let tool = try ToolUnderTest()
    let list = try tool("list")
    #expect(list.code == 0)
    #expect(list.output.contains("[ ] withdraw"))
    #expect(list.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    let task = try tool("show", "withdraw")
    #expect(task.code == 0)
    #expect(task.output.contains("no-overdraft, 40 points"))
  }
}
