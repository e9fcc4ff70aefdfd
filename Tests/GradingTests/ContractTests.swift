import Testing

@testable import Grading

@Suite struct ContractTests {
  private func members(_ texts: String...) throws -> [Contract.Member] {
    try Contract(Kata.Contract(type: "T", members: ["init()"] + texts)).members.dropFirst()
      .map(\.member)
  }

  @Test func `members of every form are understood`() throws {
    #expect(
      try members(
        "var balance: Int { get }", "func withdraw(_ amount: Int)",
        "func transfer(_ amount: Int, from: Int, to account: Int) -> Bool")
        == [
          .property(name: "balance", type: "Int", settable: false),
          .method(
            name: "withdraw", [.init(label: nil, name: "amount", type: "Int")], returns: nil),
          .method(
            name: "transfer",
            [
              .init(label: nil, name: "amount", type: "Int"),
              .init(label: "from", name: "from", type: "Int"),
              .init(label: "to", name: "account", type: "Int"),
            ], returns: "Bool"),
        ])
  }

  @Test func `a closure type is one parameter`() throws {
    #expect(
      try members("func fetch(_ id: String, completion: @escaping (Order?, Int) -> Void)") == [
        .method(
          name: "fetch",
          [
            .init(label: nil, name: "id", type: "String"),
            .init(
              label: "completion", name: "completion", type: "@escaping (Order?, Int) -> Void"),
          ], returns: nil)
      ])
  }

  @Test(arguments: ["withdraw", "func f(", "func f(x)", "let x = 1"])
  func `what is not understood is named`(text: String) {
    let error = #expect(throws: ContractError.self) { try members(text) }
    #expect(error?.member == text)
  }

  @Test func `a type without an init cannot be made`() {
    #expect(throws: ContractError.self) {
      try Contract(Kata.Contract(type: "T", members: ["var x: Int { get }"]))
    }
  }

  @Test func `a harness hands over closures that may be called on any thread`() throws {
    let contract = try Contract(
      Kata.Contract(
        type: "T", members: ["init()", "func watch(_ onChange: @escaping (Order) -> Void) -> Int"]))
    let harness = ContractSource.harnessSide(contract, criteria: [], imports: ["Provided"])
    #expect(harness.hasPrefix("public import Provided\n"))
    #expect(
      harness.contains("func watch(_ onChange: @escaping @Sendable (Order) -> Void) async -> Int"))
    let glue = ContractSource.glue(contract, imports: ["Provided"])
    #expect(glue.hasPrefix("import Provided\n"))
    #expect(glue.contains("@Sendable (@escaping @Sendable (Order) -> Void) async -> Int"))
  }
}
