/// A program about which ThreadSanitizer is wrong, and why.
struct Disagreement: Sendable {
  let program: String
  /// True if it reports what is no race; false if it never sees one that is.
  let isFalseAlarm: Bool
  let reason: String

  private static func falseAlarm(_ program: String, _ reason: String) -> Disagreement {
    Disagreement(program: program, isFalseAlarm: true, reason: reason)
  }

  private static let early =
    "The runtime acquires nothing when a continuation was resumed before it is awaited, so that "
    + "ThreadSanitizer sees nothing that orders the two sides."

  private static let flagLost =
    "Under ThreadSanitizer a `DispatchWorkItem` loses its flag `.barrier`: the program itself "
    + "behaves differently."
  private static let barrierBelow =
    "ThreadSanitizer does not know that a barrier of a queue's target is ordered with what runs on "
    + "the queue."
  private static let activation =
    "ThreadSanitizer does not know that what waits in an inactive queue comes after its activation."

  static let all = [
    falseAlarm("fences", "ThreadSanitizer does not know fences."),
    falseAlarm(
      "own-copy-on-write",
      "ThreadSanitizer does not know that whoever finds a reference unique comes after whoever "
        + "let go of the last other one."),
    falseAlarm("barrier-item", flagLost),
    falseAlarm("item-barrier-sync", flagLost),
    falseAlarm("item-barrier-async", flagLost),
    falseAlarm("after-barrier", flagLost),
    falseAlarm("target-barrier-excludes-above", barrierBelow),
    falseAlarm("sync-respects-target-barrier", barrierBelow),
    falseAlarm("activated", activation),
    Disagreement(
      program: "files-are-no-locks", isFalseAlarm: false,
      reason: "To ThreadSanitizer whoever reads a file comes after all who wrote one."),
    falseAlarm("continuation", early),
    falseAlarm("continuation-on-queue", early),
    falseAlarm("resumed-before-awaited", early),
    falseAlarm("stream-orders", early),
    Disagreement(
      program: "weak-variable-races", isFalseAlarm: false,
      reason: "The compiler tells ThreadSanitizer nothing of how weak variables are used."),
    Disagreement(
      program: "release-sequence-broken", isFalseAlarm: false,
      reason: "To ThreadSanitizer a relaxed store leaves in place what an earlier store has "
        + "released, although it begins a new value of its own."),
  ]
}
