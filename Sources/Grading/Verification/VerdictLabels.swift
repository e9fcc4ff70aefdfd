import Foundation

/// What `Answers/<id>/verdicts.json` says: the verdict that each answer must get.
package struct VerdictLabels: Codable, Sendable, Equatable {
  /// The kata's id.
  package var kata: String
  /// By the answer's name below the folder, without `.swift`: `nslock`, `Flawed/local-lock`.
  package var answers: [String: VerdictLabel]
  /// What the starter must get.
  package var starter: VerdictLabel

  /// Reads the labels in a folder of answers.
  ///
  /// - Throws: `VerdictLabelsError` with what is wrong.
  package static func read(in folder: String, kata: String) throws(VerdictLabelsError) -> Self {
    let file = "\(folder)/verdicts.json"
    guard let data = FileManager.default.contents(atPath: file) else {
      throw VerdictLabelsError(problem: "\(file) is missing: nothing says what answers must get")
    }
    let labels: VerdictLabels
    do {
      labels = try JSONDecoder().decode(VerdictLabels.self, from: data)
    } catch {
      throw VerdictLabelsError(problem: "\(file) is not understood: \(error)")
    }
    guard labels.kata == kata else {
      throw VerdictLabelsError(problem: "\(file) is for the kata '\(labels.kata)'")
    }
    return labels
  }
}

/// The verdict that one answer must get. Criteria that it does not name may come out either way.
package struct VerdictLabel: Codable, Sendable, Equatable {
  /// The outcome as a whole.
  package var outcome: Outcome
  /// The criteria that must pass.
  package var passes: [String]
  /// The criteria that must fail.
  package var fails: [String]

  package init(outcome: Outcome, passes: [String] = [], fails: [String] = []) {
    self.outcome = outcome
    self.passes = passes
    self.fails = fails
  }
}

/// A kata's labels cannot be had.
package struct VerdictLabelsError: Error, CustomStringConvertible, Equatable {
  /// What is wrong, with the file.
  package let problem: String

  package var description: String { problem }
}
