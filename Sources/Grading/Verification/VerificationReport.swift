/// What verifying found.
package struct VerificationReport: Sendable, Equatable {
  /// What came of one answer with one seed.
  package struct Entry: Sendable, Equatable {
    /// The kata's id.
    package var kata: String
    /// The answer's name.
    package var name: String
    /// The seed that it was graded with; nil if it was not graded.
    package var seed: UInt64?
    /// Whether it got what it must.
    package var status: Status
    /// Why it failed or was skipped, a line each.
    package var reasons: [String]

    package init(kata: String, name: String, seed: UInt64?, status: Status, reasons: [String]) {
      self.kata = kata
      self.name = name
      self.seed = seed
      self.status = status
      self.reasons = reasons
    }
  }

  /// Whether an answer got the verdict that it must.
  package enum Status: String, Sendable {
    /// It did.
    case passed
    /// It did not, or the grader failed.
    case failed
    /// Nothing contradicts its label, but a part of it was not checked.
    case skipped
  }

  /// In the order of grading.
  package private(set) var entries: [Entry]

  package init(entries: [Entry] = []) {
    self.entries = entries
  }

  /// How many got what they must.
  package var passed: Int { entries.count { $0.status == .passed } }
  /// How many did not.
  package var failed: Int { entries.count { $0.status == .failed } }
  /// How many could not be checked to the end.
  package var skipped: Int { entries.count { $0.status == .skipped } }

  /// Compares a case's results, one a seed, with its label.
  package mutating func add(_ results: [SubmissionResult], for item: VerificationCase) {
    for result in results {
      let comparison = LabelComparison(item.label, result)
      entries.append(
        Entry(
          kata: item.kata.kata.id, name: item.name, seed: result.seed, status: comparison.status,
          reasons: comparison.reasons))
    }
  }
}
