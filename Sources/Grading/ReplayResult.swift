/// What became of a replay.
package struct ReplayResult: Sendable, Equatable {
  /// True if the schedule broke what it broke before.
  package let reproduced: Bool
  /// Why it was not reproduced; nil if it was.
  package let reason: String?
  /// What broke.
  package let failure: Failure?
  /// The record of the run; nil if nothing ran.
  package let run: ArenaRun?

  package init(
    reproduced: Bool, reason: String? = nil, failure: Failure? = nil, run: ArenaRun? = nil
  ) {
    self.reproduced = reproduced
    self.reason = reason
    self.failure = failure
    self.run = run
  }
}
