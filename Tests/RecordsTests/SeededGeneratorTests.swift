import Testing

@testable import Records

@Suite struct SeededGeneratorTests {
  @Test func `the stream of seed 0 is the published one`() {
    var generator = SeededGenerator(seed: 0)
    #expect(generator.next() == 0xe220_a839_7b1d_cdaf)
    #expect(generator.next() == 0x6e78_9e6a_a1b9_65f4)
  }

  @Test func `labels give streams of their own`() {
    var first = SeededGenerator(seed: 7, label: "a")
    var second = SeededGenerator(seed: 7, label: "b")
    var again = SeededGenerator(seed: 7, label: "a")
    let value = first.next()
    #expect(value == again.next())
    #expect(value != second.next())
  }
}
