import Records
import Testing

@testable import Grading

private let nonce = [UInt8](1...16)

private func bytes(_ messages: [Message], nonce: [UInt8] = nonce) throws -> [UInt8] {
  try messages.flatMap { try Frame.encode($0, nonce: nonce) }
}

@Suite struct ChannelTranscriptTests {
  private let messages: [Message] = [
    .hello(scenarios: ["one"]), .began(scenario: "one", driver: .tasks),
    .ended(Tally(scenario: "one", driver: .tasks, runs: 3)), .finished(scenarios: 1),
  ]

  @Test func `messages come back in order`() throws {
    let transcript = ChannelTranscript(try bytes(messages), nonce: nonce)
    #expect(transcript.messages == messages)
    #expect(transcript.distrust == nil)
  }

  @Test func `a frame that was cut off anywhere is passed over`() throws {
    let whole = try bytes(messages)
    let last = try bytes([messages[3]]).count
    for missing in 1...last {
      let transcript = ChannelTranscript(Array(whole.dropLast(missing)), nonce: nonce)
      #expect(transcript.messages == Array(messages.prefix(3)))
      #expect(transcript.distrust == nil)
    }
  }

  @Test func `another run's nonce is not believed`() throws {
    let forged = try bytes(messages, nonce: [UInt8](repeating: 0, count: 16))
    let transcript = ChannelTranscript(try bytes([messages[0]]) + forged, nonce: nonce)
    #expect(transcript.distrust?.contains("not this run's") == true)
  }

  @Test func `text on the channel is not believed`() {
    let transcript = ChannelTranscript(Array("PASSED all of it, honestly\n".utf8), nonce: nonce)
    #expect(transcript.messages.isEmpty)
    #expect(transcript.distrust?.contains("no message") == true)
  }

  @Test func `a frame with other content is not believed`() throws {
    let transcript = ChannelTranscript(try Frame.encode(["x": 1], nonce: nonce), nonce: nonce)
    #expect(transcript.distrust?.contains("cannot be read") == true)
  }
}
