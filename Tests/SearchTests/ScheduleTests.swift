import Testing

@testable import Search

struct ScheduleTests {
  @Test(arguments: 0..<50)
  func `a schedule survives its text form`(seed: UInt64) {
    var random = SearchRandom(seed: seed, index: 0)
    var choices: [Schedule.Choice] = []
    for _ in 0..<random.below(200) {
      let number = random.below(random.below(3) == 0 ? 2000 : 3)
      let choice: Schedule.Choice = random.below(4) == 0 ? .value(number) : .thread(number)
      choices += Array(repeating: choice, count: 1 + random.below(5))
    }
    let points = Set((0..<random.below(6)).map { _ in random.below(1 << 30) }).sorted()
    let schedule = Schedule(choices, points: points)
    #expect(Schedule(text: schedule.text) == schedule)
  }

  @Test func `the text form is safe in shells and URLs`() {
    let schedule = Schedule((0..<100).map { .thread($0) } + (0..<100).map { .value($0) })
    #expect(
      schedule.text.utf8.allSatisfy {
        ($0 >= 48 && $0 <= 57) || ($0 >= 65 && $0 <= 90) || ($0 >= 97 && $0 <= 122) || $0 == 45
          || $0 == 95
      })
  }

  @Test func `runs of one thread cost little`() {
    let schedule = Schedule(Array(repeating: .thread(1), count: 10_000))
    #expect(schedule.text.utf8.count < 10)
  }

  @Test(arguments: ["", "!", "A B", "g", "C", "_____________________", "AGg", "AG_________"])
  func `what is no schedule is refused`(text: String) {
    #expect(Schedule(text: text) == nil)
  }
}
