/// What one look at the machine found.
package struct Diagnosis: Sendable, Equatable {
  /// How it stands.
  package enum Status: String, Sendable {
    /// It is as it should be.
    case good
    /// Grading works, but less safely or less well.
    case weak
    /// Nothing can be graded without it.
    case missing
  }

  /// What was looked at.
  package let name: String
  /// How it stands.
  package let status: Status
  /// What is there.
  package let detail: String
  /// What to do; nil where there is nothing to do.
  package let advice: String?

  package init(_ name: String, _ status: Status, _ detail: String, advice: String? = nil) {
    self.name = name
    self.status = status
    self.detail = detail
    self.advice = advice
  }
}
