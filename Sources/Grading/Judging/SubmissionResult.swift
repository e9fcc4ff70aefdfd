/// One submission, graded: what every report is made of.
package struct SubmissionResult: Codable, Sendable, Equatable {
  /// Whose it is; nil outside a class.
  package var candidate: String?
  /// The file or folder, as it was named on the command line.
  package var file: String
  /// The kata's id.
  package var kata: String
  /// What is said of it as a whole.
  package var outcome: Outcome
  /// Points given.
  package var score: Int
  /// Points that the kata is worth.
  package var possible: Int
  /// Why there is no verdict: compiler errors, the misfit, what was refused. Lines for people.
  package var diagnosis: String?
  /// The criteria in the kata's order.
  package var criteria: [CriterionResult]
  /// The layers of the kata, from the first on; empty if it has none or nothing was judged.
  package var layers: [LayerResult]
  /// What the runtime saw that teaches but decides nothing.
  package var notes: [String]
  /// Failures whose schedule did not show the same each time it was replayed, a line each; empty where
  /// none was.
  package var unreproduced: [String]
  /// What kept the submission in: "bubblewrap, resource limits".
  package var box: String
  /// The seed that all values came from.
  package var seed: UInt64
  /// True if the grader itself failed, and not the submission: exit code 3.
  package var graderFault: Bool
  /// True if the file cannot be read at all: exit code 2 where it was named on the command line.
  package var inputFault: Bool
  /// Real time in seconds. Not part of what two runs must agree on.
  package var seconds: Double

  package init(
    candidate: String? = nil, file: String, kata: String, outcome: Outcome, score: Int = 0,
    possible: Int = 100, diagnosis: String? = nil, criteria: [CriterionResult] = [],
    layers: [LayerResult] = [], notes: [String] = [], unreproduced: [String] = [],
    box: String = "", seed: UInt64 = 0, graderFault: Bool = false, inputFault: Bool = false,
    seconds: Double = 0
  ) {
    self.candidate = candidate
    self.file = file
    self.kata = kata
    self.outcome = outcome
    self.score = score
    self.possible = possible
    self.diagnosis = diagnosis
    self.criteria = criteria
    self.layers = layers
    self.notes = notes
    self.unreproduced = unreproduced
    self.box = box
    self.seed = seed
    self.graderFault = graderFault
    self.inputFault = inputFault
    self.seconds = seconds
  }
}
