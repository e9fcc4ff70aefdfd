import Foundation
package import Records

/// One line of text that replays a failure: which schedule of which scenario, and of what code.
///
/// Its text is `r1.` and then URL-safe base64 of the fields and a checksum: safe in a shell, a URL
/// and a report, and any slip of the hand is noticed. It is no secret and proves nothing.
package struct Token: Sendable, Equatable {
  /// The kata's id.
  package var kata: String
  /// The schedule to replay.
  package var replay: Job.Replay
  /// Where every value came from.
  package var seed: UInt64
  /// What submission, kata and toolchain add up to: for other code the schedule means nothing.
  package var digest: String
  /// The criterion that the schedule breaks; it may break others on the way.
  package var criterion: String

  package init(
    kata: String, replay: Job.Replay, seed: UInt64, digest: String, criterion: String
  ) {
    self.kata = kata
    self.replay = replay
    self.seed = seed
    self.digest = digest
    self.criterion = criterion
  }

  private static let prefix = "r1."
  private static let separator: Character = "\u{1f}"

  /// The token's text.
  package var text: String {
    let fields = [
      kata, replay.scenario, replay.driver.rawValue, String(seed, radix: 36), digest,
      criterion, replay.schedule,
    ]
    let payload = Array(fields.joined(separator: String(Self.separator)).utf8)
    let base64 = Data(payload + Self.checksum(of: payload)).base64EncodedString()
    return Self.prefix
      + base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// Reads a token's text; white space around it is passed over.
  ///
  /// - Throws: `TokenError`.
  package init(_ text: String) throws(TokenError) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard text.hasPrefix(Self.prefix) else {
      throw text.hasPrefix("r") && text.contains(".") ? .otherVersion : .noToken
    }
    let base64 = text.dropFirst(Self.prefix.count).replacing("-", with: "+")
      .replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - base64.count % 4) % 4)
    guard let data = Data(base64Encoded: base64 + padding), data.count > 4 else {
      throw .damaged
    }
    let payload = Array(data.dropLast(4))
    guard Array(data.suffix(4)) == Self.checksum(of: payload),
      let all = String(validating: payload, as: UTF8.self)
    else { throw .damaged }
    let fields = all.split(separator: Self.separator, omittingEmptySubsequences: false)
      .map(String.init)
    guard fields.count == 7, let driver = ClientDriver(rawValue: fields[2]),
      let seed = UInt64(fields[3], radix: 36)
    else { throw .damaged }
    kata = fields[0]
    replay = Job.Replay(scenario: fields[1], driver: driver, schedule: fields[6])
    self.seed = seed
    digest = fields[4]
    criterion = fields[5]
  }

  /// FNV-1a, 32 bits: against slips, not against malice.
  private static func checksum(of bytes: [UInt8]) -> [UInt8] {
    let hash = bytes.reduce(0x811c_9dc5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    return withUnsafeBytes(of: hash.littleEndian) { Array($0) }
  }
}

/// Why a text cannot be replayed.
package enum TokenError: Error, Equatable, CustomStringConvertible {
  /// It is something else altogether.
  case noToken
  /// Another version of the tool wrote it.
  case otherVersion
  /// Characters are missing or changed.
  case damaged

  package var description: String {
    switch self {
    case .noToken: "this is no replay token; copy the whole line that begins with 'r1.'"
    case .otherVersion: "another version of this tool wrote the token; grade again for a new one"
    case .damaged: "the token is damaged: characters are missing or changed; copy it again"
    }
  }
}
