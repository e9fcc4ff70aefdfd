/// What is said of one criterion. The three are kept apart everywhere.
package enum Verdict: String, Codable, Sendable {
  /// It holds in everything that ran.
  case passed
  /// A run broke it.
  case failed
  /// Nothing is claimed: an earlier failure made it meaningless, the budget ran out, or the
  /// grader itself could not see.
  case notChecked
}

/// What is said of one submission as a whole.
package enum Outcome: String, Codable, Sendable {
  /// Every required criterion passed.
  case passed
  /// A required criterion failed.
  case failed
  /// No required criterion failed, but one was not checked.
  case notChecked
  /// The compiler or the contract refused it.
  case buildFailed
  /// It uses what a submission may not use, or is no readable Swift file.
  case refused
}
