import Foundation
import Testing

/// Where the time of exploring goes, written into `Tests/Programs/Times.md`: a measure, made when it is
/// asked for (`scripts/programs --times`).
@Suite struct TimesTests {
  private static let path = TestPrograms.folder + "/Times.md"
  private static let isAsked = ProcessInfo.processInfo.environment["RANDORI_TIMES"] != nil

  @Test(.enabled(if: isAsked))
  func `where the time goes`() throws {
    let rows = try ProgramRunner(build: TestPrograms()).output(.explored, ["--times"])
    let table = """
      # Where the time of exploring goes

      Written by `scripts/programs --times`. Virtual time jumps, so that nothing sleeps: whatever the
      programs wait for, the processor is busy, or others keep it.

      - *virtual*: what passed on the virtual clock in one schedule of each; nothing where nothing waits for
        a time.
      - *took*: real time, and what part of it was spent on the processor, and waiting for one that other
        processes kept (`schedstat`, proc(5)).
      - *neither*: the rest. What is left of it lies between the end of a child and its parent's next step; a
        few percent either way is how coarsely the kernel counts.

      | group | programs | schedules | virtual | took | on the processor | waiting for one | neither |
      |---|---|---|---|---|---|---|---|

      """
    try (table + rows).write(toFile: Self.path, atomically: true, encoding: .utf8)
    #expect(rows.contains("| all |"))
  }
}
