import Testing

@testable import os

private struct Parcel: CustomStringConvertible {
  var description: String { "parcel" }
}

private enum Loss: Error { case atSea }

private enum DescribedLoss: Error, CustomStringConvertible {
  case onLand

  var description: String { "lost on land" }
}

struct OSLogMessageTests {
  /// A message and what the log shows of it.
  private static let messages: [(OSLogMessage, String)] = [
    ("plain", "plain"),
    ("\(42)", "42"),
    ("\(-7, format: .decimal(minDigits: 3))", "-007"),
    ("\(5, format: .decimal(explicitPositiveSign: true))", "+5"),
    ("\(255, format: .hex)", "ff"),
    ("\(UInt8(255), format: .hex(includePrefix: true, uppercase: true))", "0xFF"),
    ("\(8, format: .octal(includePrefix: true))", "0o10"),
    ("\(7, align: .right(columns: 3))|", "  7|"),
    ("\("ab", align: .left(columns: 4))|", "ab  |"),
    ("\(1.5)", "1.500000"),
    ("\(Float(2.25), format: .fixed(precision: 1))", "2.2"),
    ("\(1234.5, format: .exponential(precision: 2))", "1.23e+03"),
    ("\(true) \(false, format: .answer)", "true no"),
    ("\("text", privacy: .public)", "text"),
    ("\("secret", privacy: .private)", "<private>"),
    ("\(17, privacy: .sensitive)", "<sensitive>"),
    ("\(Parcel())", "parcel"),
    ("\(Loss.atSea)", "atSea"),
    ("\(DescribedLoss.onLand)", "lost on land"),
    ("\(Loss.atSea as any Error)", "atSea"),
    ("\(Int.self)", "Int"),
    ("\(Optional(3).map(String.init) ?? "none")", "3"),
  ]

  @Test(arguments: 0..<messages.count)
  func `an interpolation is written as its options say`(index: Int) {
    let (message, expected) = Self.messages[index]
    #expect(message.text == expected)
  }

  @Test func `a hashed value hides, but equal ones look equal`() {
    let one: OSLogMessage = "\("secret", privacy: .private(mask: .hash))"
    let same: OSLogMessage = "\("secret", privacy: .private(mask: .hash))"
    let other: OSLogMessage = "\("other", privacy: .private(mask: .hash))"
    #expect(one.text == same.text)
    #expect(one.text != other.text)
    #expect(!one.text.contains("secret"))
  }
}
