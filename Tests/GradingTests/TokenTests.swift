import Records
import Testing

@testable import Grading

private let token = Token(
  kata: "withdraw",
  replay: Job.Replay(
    scenario: "two withdrawals, “one” fits", driver: .dispatch, schedule: "1*3,2,1"),
  seed: .max, digest: "9f86d081", criterion: "no-overdraft")

@Suite struct TokenTests {
  @Test func `a token comes back as it was`() throws {
    #expect(try Token(token.text) == token)
    #expect(try Token("  \(token.text)\n") == token)
  }

  @Test func `its text is safe in a shell and a URL`() {
    let safe = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.")
    for length in 0..<8 {
      var longer = token
      longer.digest = String(repeating: "ÿ", count: length)
      #expect(longer.text.allSatisfy(safe.contains))
      let back = try? Token(longer.text)
      #expect(back == longer)
    }
  }

  @Test func `any one changed or lost character is noticed`() {
    let text = Array(token.text)
    for index in text.indices.dropFirst(3) {
      var changed = text
      changed[index] = changed[index] == "A" ? "B" : "A"
      // The last character may hold bits that mean nothing.
      if index < text.count - 1 {
        #expect(throws: TokenError.damaged) { try Token(String(changed)) }
      }
      changed.remove(at: index)
      #expect(throws: TokenError.damaged) { try Token(String(changed)) }
    }
  }

  @Test(arguments: [
    ("", TokenError.noToken), ("withdraw", .noToken), ("r2.AAAA", .otherVersion),
    ("r1.", .damaged), ("r1.!!!!", .damaged), ("r1.AAAA", .damaged),
  ])
  func `what is no token is refused with the reason`(text: String, error: TokenError) {
    #expect(throws: error) { try Token(text) }
    #expect(!error.description.isEmpty)
  }
}
