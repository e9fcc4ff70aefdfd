import Records
import Testing

@Suite struct ShareTests {
  @Test(arguments: 1...9)
  func `each search belongs to one share`(count: Int) {
    let shares = (0..<count).map { Share(index: $0, count: count) }
    for search in 0..<100 {
      #expect(shares.filter { $0.holds(search) }.count == 1)
    }
  }

  @Test func `no share has a driver to itself`() {
    for count in 2...6 {
      for index in 0..<count {
        let share = Share(index: index, count: count)
        let drivers = Set((0..<4 * count).filter(share.holds).map { $0 % 2 })
        #expect(drivers == [0, 1], "share \(index) of \(count)")
      }
    }
  }

  @Test func `the whole holds everything`() {
    #expect((0..<100).allSatisfy(Share.whole.holds))
  }
}
