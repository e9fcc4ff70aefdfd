/// One answer, or the starter, with the verdict that it must get.
package struct VerificationCase: Sendable, Equatable {
  /// The kata that it is an answer to.
  package let kata: KataFolder
  /// "starter", or the name below the folder of answers.
  package let name: String
  /// The file, or the folder of an answer of several files.
  package let path: String
  /// What it must get.
  package let label: VerdictLabel

  package init(kata: KataFolder, name: String, path: String, label: VerdictLabel) {
    self.kata = kata
    self.name = name
    self.path = path
    self.label = label
  }
}
