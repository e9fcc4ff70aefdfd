import Grading
import Testing

@testable import Reporting

@Suite struct ReplayTextTests {
  @Test func `what broke again is shown, without the token that is known`() {
    let result = ReplayResult(reproduced: true, failure: Samples.noOverdraft.failure)
    let text = ReplayText().text(result, file: "withdraw.swift")
    #expect(text.hasPrefix("Reproduced: the balance after both is -60, not 20\n\n"))
    #expect(text.contains("client 1"))
    #expect(!text.contains("kata replay"))
    #expect(text.lines.allSatisfy { DisplayText.width($0) <= 80 })
  }

  @Test func `what did not break says why`() {
    let result = ReplayResult(reproduced: false, reason: "the token was made for other code")
    #expect(
      ReplayText().text(result, file: "x") == "Not reproduced: the token was made for other code\n")
  }

  @Test func `quiet is one line`() {
    let result = ReplayResult(reproduced: true, failure: Samples.noOverdraft.failure)
    let text = ReplayText(options: TextOptions(quiet: true)).text(result, file: "x")
    #expect(text == "Reproduced: the balance after both is -60, not 20\n")
  }
}
