import Testing

@testable import Reporting

@Suite struct CleanTextTests {
  @Test(arguments: [
    ("\u{1b}[31mred\u{1b}[0m", "red"),
    ("a\u{1b}]0;title\u{7}b", "ab"),
    ("a\u{1b}]8;;http://x\u{1b}\\link\u{1b}]8;;\u{1b}\\", "alink"),
    ("a\u{9b}2Jb", "ab"),
    ("a\u{1b}(Bb", "ab"),
    ("a\u{8}\u{8}b\u{7f}\u{0}", "ab"),
    ("safe\u{202e}desrever\u{202c}", "safedesrever"),
    ("a\u{2066}b\u{2069}\u{200f}c\u{feff}\u{200b}", "abc"),
    ("one\ntwo\r\nthree\tfour\u{2028}five", "one two three four five"),
    ("\u{1b}]never ends\npassed", " passed"),
    ("naïve 日本 👩‍👩‍👧", "naïve 日本 👩‍👩‍👧"),
  ])
  func `nothing is left that moves, colours or turns`(text: String, expected: String) {
    #expect(CleanText.line(text) == expected)
  }

  @Test func `lines are kept where lines are wanted`() {
    #expect(CleanText.lines("a\r\n\tb\u{1b}[1mc") == "a\n  bc")
  }

  @Test func `a tower of accents is cut`() {
    let tower = "e" + String(repeating: "\u{301}", count: 50)
    #expect(CleanText.line(tower).unicodeScalars.count == 5)
  }

  @Test func `every text of a result is cleaned`() {
    let cleaned = Samples.hostile.cleaned
    // Reflection finds texts that are added later, too.
    let texts = strings(in: cleaned)
    #expect(texts.count > 20)
    for text in texts {
      #expect(
        !text.unicodeScalars.contains { $0.value == 0x1b || $0.value == 0x202e }, "\(text)")
    }
  }

  private func strings(in value: Any) -> [String] {
    if let text = value as? String { return [text] }
    return Mirror(reflecting: value).children.flatMap { strings(in: $0.value) }
  }
}
