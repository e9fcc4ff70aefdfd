/// What is to be run in a box.
package struct Command: Sendable, Equatable {
  /// The program's absolute path; nothing is looked up.
  package var executable: String
  /// Its arguments, without the program's own name.
  package var arguments: [String]
  /// The whole environment. Nothing is inherited.
  package var environment: [String: String]
  /// Where it starts; it must be readable in the box.
  package var workingDirectory: String

  package init(
    executable: String, arguments: [String] = [], environment: [String: String] = [:],
    workingDirectory: String = "/"
  ) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    self.workingDirectory = workingDirectory
  }
}
