/// What an arena process tells the outside, one frame each, in the order in which it happens.
package enum Message: Codable, Sendable, Equatable {
  /// The process is up; `scenarios` are the titles that it is going to run, in order.
  case hello(scenarios: [String])
  /// A scenario begins; whatever kills the process from now on is its fault.
  case began(scenario: String, driver: ClientDriver)
  /// Something was found. More of the same scenario may follow.
  case found(Finding)
  /// A scenario came to its end, with its counts.
  case ended(Tally)
  /// Something worth teaching that is no verdict.
  case note(Note)
  /// All scenarios came to their end. A run without it is not a pass.
  case finished(scenarios: Int)
}
