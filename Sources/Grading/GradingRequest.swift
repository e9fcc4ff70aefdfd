/// One submission to grade.
package struct SubmissionRequest: Sendable, Equatable {
  /// Whose it is; nil outside a class.
  package var candidate: String?
  /// The file or folder.
  package var path: String
  /// What it is graded as.
  package var kata: KataFolder

  package init(candidate: String? = nil, path: String, kata: KataFolder) {
    self.candidate = candidate
    self.path = path
    self.kata = kata
  }
}
