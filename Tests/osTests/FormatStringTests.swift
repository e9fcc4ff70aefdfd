import Testing

@testable import os

struct FormatStringTests {
  /// A format, its values, and the message that they make.
  private static var cases: [(String, [any CVarArg], String)] {
    [
      ("nothing to fill", [], "nothing to fill"),
      ("100 %%", [], "100 %"),
      ("%d and %ld", [1, -2], "1 and -2"),
      ("%05d|%-4d|", [42, 7], "00042|7   |"),
      ("%u %x %X %o", [3, 255, 255, 8], "3 ff FF 10"),
      ("%.2f", [1.005e1], "10.05"),
      ("%c", [65], "A"),
      ("%@", [12], "12"),
      ("%{public}d", [5], "5"),
      ("%{private}d", [5], "<private>"),
      ("%{sensitive, mask.hash}@ left", [5], "<sensitive> left"),
    ]
  }

  @Test(arguments: 0..<cases.count)
  func `a format is filled with its values`(index: Int) {
    let (format, values, expected) = Self.cases[index]
    #expect(FormatString(format).filled(with: values) == expected)
  }

  @Test func `a C string is read`() {
    "balance".withCString { text in
      #expect(FormatString("%s").filled(with: [text]) == "balance")
    }
  }

  @Test func `what does not fit is said instead of read`() {
    #expect(FormatString("%s").filled(with: [1]) == "<1 for %s>")
    #expect(FormatString("%d").filled(with: []) == "<no value>")
    #expect(FormatString("%d").filled(with: [1.5]) == "<1.5 for %d>")
    #expect(FormatString("end %").filled(with: [1]) == "end <1 for % >")
  }
}
