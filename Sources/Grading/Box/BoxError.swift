/// The box's own failure: the grader's fault, never a verdict on what was to run in it.
package enum BoxError: Error, Equatable, CustomStringConvertible {
  /// A system call that the box needs failed.
  case system(call: String, reason: String)
  /// The box could not be set up, so that the command never ran.
  case notStarted(reason: String)

  package var description: String {
    switch self {
    case .system(let call, let reason):
      "the box could not be set up: \(call): \(reason)"
    case .notStarted(let reason):
      "the box could not be set up, so nothing ran in it: \(reason)"
    }
  }
}
