import Testing

@testable import Reporting

@Suite struct DisplayTextTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("日本", 4), ("e\u{301}", 1), ("👩‍👩‍👧", 2), ("…│→✗", 4), ("ｶ", 1), ("한", 2),
  ])
  func `width is counted in columns`(text: String, width: Int) {
    #expect(DisplayText.width(text) == width)
  }

  @Test(arguments: 0..<12)
  func `cut text fits`(width: Int) {
    for text in ["balance -= amount", "日本日本日本日本", "abc"] {
      #expect(DisplayText.width(DisplayText.truncated(text, to: width)) <= width)
      #expect(DisplayText.width(DisplayText.truncatedAtFront(text, to: width)) <= width)
    }
  }

  @Test func `the beginning is kept of text, the end of a path`() {
    #expect(DisplayText.truncated("balance -= amount", to: 8) == "balance…")
    #expect(DisplayText.truncatedAtFront("class/anna/withdraw.swift", to: 15) == "…withdraw.swift")
  }

  @Test func `lines break between words and keep their ends`() {
    #expect(
      DisplayText.wrapped("one two three\nfour", to: 9, first: "- ", rest: "  ")
        == ["- one two", "  three", "  four"])
    #expect(DisplayText.wrapped("a veryverylongword b", to: 6) == ["a", "veryverylongword", "b"])
    #expect(DisplayText.wrapped("", to: 6) == [""])
  }
}
