/// Says what a value must be.
///
/// - Parameters:
///   - criterion: What is broken if it is not.
///   - what: The value's name in a sentence: "the balance after both".
///   - value: What was seen.
///   - expected: What it must be.
public func expect<Value: Equatable & Sendable>(
  _ criterion: Criterion, _ what: @autoclosure () -> String, _ value: Value, equals expected: Value
) {
  Run.current.check(criterion, holds: value == expected) {
    "\(what()) is \(value), expected \(expected)"
  }
}

/// Says that a value must be one of several.
///
/// - Parameters:
///   - criterion: What is broken if it is not.
///   - what: The value's name in a sentence.
///   - value: What was seen.
///   - allowed: What it may be, in the order in which a sentence names them.
public func expect<Value: Equatable & Sendable>(
  _ criterion: Criterion, _ what: @autoclosure () -> String, _ value: Value, in allowed: [Value]
) {
  Run.current.check(criterion, holds: allowed.contains(value)) {
    "\(what()) is \(value), expected \(alternatives(allowed))"
  }
}

/// Says that something must hold that is no comparison.
///
/// - Parameters:
///   - criterion: What is broken if it does not.
///   - holds: Whether it does.
///   - otherwise: The sentence that a candidate reads if it does not.
public func expect(
  _ criterion: Criterion, _ holds: Bool, otherwise: @autoclosure () -> String
) {
  Run.current.check(criterion, holds: holds, message: otherwise)
}

private func alternatives(_ values: [some Any]) -> String {
  let words = values.map { "\($0)" }
  guard let last = words.last, words.count > 1 else { return words.first ?? "nothing" }
  return words.dropLast().joined(separator: ", ") + " or " + last
}
