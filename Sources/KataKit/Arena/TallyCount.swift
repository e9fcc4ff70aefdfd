package import Records

extension Tally {
  /// Counts what one run put to the test.
  ///
  /// - Returns: The first failure of each criterion that had not failed before, in order.
  package mutating func count(_ outcomes: [Run.Outcome]) -> [Run.Outcome] {
    runs += 1
    var fresh: [Run.Outcome] = []
    for outcome in outcomes {
      checks[outcome.criterion, default: 0] += 1
      guard outcome.failure != nil else { continue }
      if violations[outcome.criterion] == nil { fresh.append(outcome) }
      violations[outcome.criterion, default: 0] += 1
    }
    return fresh
  }
}
