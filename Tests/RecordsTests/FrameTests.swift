import Foundation
import Testing

@testable import Records

@Suite struct FrameTests {
  let nonce = [UInt8](1...16)

  @Test func `a message survives the channel`() throws {
    let message = Message.began(scenario: "two withdrawals", driver: .tasks)
    let bytes = try Frame.encode(message, nonce: nonce)
    guard case .payload(let count, let found) = Frame.header(of: bytes) else {
      Issue.record("no header")
      return
    }
    #expect(found == nonce)
    #expect(bytes.count == Frame.headerBytes + count)
    let read = try Frame.decode(Message.self, from: bytes.dropFirst(Frame.headerBytes))
    #expect(read == message)
  }

  @Test func `a header that is cut short asks for more`() throws {
    let bytes = try Frame.encode(Message.finished(scenarios: 1), nonce: nonce)
    for count in 0..<Frame.headerBytes {
      #expect(Frame.header(of: bytes.prefix(count)) == .incomplete)
    }
  }

  @Test func `what a submission prints is no frame`() {
    let printed = Array("ok 1 - passed\nok 2 - passed, honestly\n".utf8)
    #expect(Frame.header(of: printed) == .foreign)
  }

  @Test func `a frame longer than the limit is foreign`() {
    let bytes = Array("RNDR".utf8) + [0xff, 0xff, 0xff, 0x7f] + nonce
    #expect(Frame.header(of: bytes) == .foreign)
  }
}
