import Foundation

/// The framing of the private channel: length, nonce, JSON. Nothing that a submission prints can
/// be taken for it, and a frame with another run's nonce is no frame.
///
/// A frame is: four bytes `RNDR`, the payload's length as four bytes little-endian, sixteen bytes
/// of nonce, the payload.
package enum Frame {
  /// The descriptor that the channel has inside the box.
  package static let descriptor: Int32 = 3
  /// The nonce's length in bytes.
  package static let nonceBytes = 16
  /// A longer payload is not read: 8 MiB.
  package static let maximumPayloadBytes = 8 << 20
  package static let headerBytes = 8 + nonceBytes
  private static let magic: [UInt8] = Array("RNDR".utf8)

  /// The bytes of one frame.
  ///
  /// - Throws: what `JSONEncoder` throws.
  package static func encode(_ value: some Encodable, nonce: [UInt8]) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let payload = try encoder.encode(value)
    var bytes = magic
    for shift in stride(from: 0, to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: payload.count >> shift))
    }
    bytes += nonce
    bytes += payload
    return bytes
  }

  /// What stands at the head of the buffer.
  package enum Header: Equatable, Sendable {
    /// More bytes are needed.
    case incomplete
    /// A frame with this much payload follows.
    case payload(bytes: Int, nonce: [UInt8])
    /// This is no frame: somebody else wrote to the channel.
    case foreign
  }

  /// Reads the header at the start of `buffer`. Complexity: O(1).
  package static func header(of buffer: some RandomAccessCollection<UInt8>) -> Header {
    guard buffer.count >= headerBytes else { return .incomplete }
    let head = Array(buffer.prefix(headerBytes))
    guard Array(head[0..<4]) == magic else { return .foreign }
    let length = (0..<4).reduce(0) { $0 | Int(head[4 + $1]) << (8 * $1) }
    guard length <= maximumPayloadBytes else { return .foreign }
    return .payload(bytes: length, nonce: Array(head[8..<headerBytes]))
  }

  /// Decodes a payload.
  ///
  /// - Throws: what `JSONDecoder` throws.
  package static func decode<Value: Decodable>(
    _ type: Value.Type, from payload: some Sequence<UInt8>
  ) throws -> Value {
    try JSONDecoder().decode(type, from: Data(payload))
  }
}
