/// When something was called: a timer's ticks, the checks of a screen.
public final class Ticks: Sendable {
  private let seen = Seen<Double>()
  private let excused = UnseenLog<Int>()

  /// An empty record.
  public init() {}

  /// Writes down a call at this moment, and lets others run. Any thread.
  ///
  /// One call is left out and noted for each timer made by `Timer(timeInterval:repeats:block:)`: on
  /// Linux, Foundation lets it fire at once, on Apple's systems one interval later.
  public func record() {
    let early = Run.current.crew.earlyTick()
    if let early, !excused.snapshot().contains(early) {
      excused.append(early)
    } else {
      seen.record(now)
    }
    Run.current.crew.interlude()
  }

  /// Seconds since the scenario began, in order.
  public var times: [Double] { seen.values.sorted() }
}

/// Says that calls must have come once an interval, the first one interval after the start, and no
/// others.
///
/// - Parameters:
///   - criterion: What is broken if they have not.
///   - what: What a sentence calls them: "checks".
///   - ticks: The calls.
///   - interval: Seconds from one to the next.
///   - start: When it all began, in seconds since the scenario did.
///   - end: Up to when, in the same.
public func expectTicks(
  _ criterion: Criterion, _ what: @autoclosure () -> String, _ ticks: Ticks,
  every interval: Double, from start: Double = 0, to end: Double
) {
  let seen = ticks.times.filter { $0 >= start && $0 <= end + slack }
  var expected: [Double] = []
  while start + interval * Double(expected.count + 1) <= end + slack {
    expected.append(start + interval * Double(expected.count + 1))
  }
  let isRight =
    seen.count == expected.count && zip(seen, expected).allSatisfy { abs($0 - $1) <= slack }
  Run.current.check(criterion, holds: isRight) {
    "\(what()) came at \(list(seen)), expected \(list(expected))"
  }
}

/// Says that nothing must have been called later than a moment. What was called at that very moment
/// was under way.
///
/// - Parameters:
///   - criterion: What is broken if it was.
///   - what: What a sentence calls it: "a check".
///   - ticks: The calls.
///   - moment: In seconds since the scenario began.
///   - after: What happened then: "`viewWillDisappear`".
public func expectSilence(
  _ criterion: Criterion, _ what: @autoclosure () -> String, _ ticks: Ticks, since moment: Double,
  after: @autoclosure () -> String
) {
  let late = ticks.times.first { $0 > moment + slack }
  Run.current.check(criterion, holds: late == nil) {
    "\(what()) came at \(late.map(seconds) ?? ""), after \(after()) at \(seconds(moment))"
  }
}

/// Timers reckon in floating point; a hundredth of a second is no delay.
private let slack = 0.01

private func list(_ times: [Double]) -> String {
  times.isEmpty ? "no time" : times.prefix(8).map(seconds).joined(separator: ", ")
}

private func seconds(_ time: Double) -> String {
  let rounded = (time * 100).rounded() / 100
  return rounded == rounded.rounded() ? "\(Int(rounded)) s" : "\(rounded) s"
}
