package import Grading

/// Everything that a report is made of.
package struct ReportInput: Sendable {
  /// Who wrote it.
  package var tool: ToolDescription
  /// The seed that all values came from.
  package var seed: UInt64
  /// What was graded, in the order of the command line.
  package var submissions: [SubmissionResult]
  /// How text is laid out; other formats do not care.
  package var options: TextOptions

  package init(
    tool: ToolDescription, seed: UInt64, submissions: [SubmissionResult],
    options: TextOptions = TextOptions()
  ) {
    self.tool = tool
    self.seed = seed
    self.submissions = submissions
    self.options = options
  }
}

/// The tool that wrote a report, and what it stood on.
package struct ToolDescription: Sendable, Equatable {
  /// "randori".
  package var name: String
  /// The tool's own version.
  package var version: String
  /// The Swift toolchain's version.
  package var swift: String
  /// The operating system and processor: "Linux x86_64".
  package var platform: String

  package init(name: String = "randori", version: String, swift: String, platform: String) {
    self.name = name
    self.version = version
    self.swift = swift
    self.platform = platform
  }
}

/// How text is laid out.
package struct TextOptions: Sendable, Equatable {
  /// No line is longer, single long words excepted. At least 60.
  package var width: Int
  /// True if verdicts and marks are coloured.
  package var color: Bool
  /// True for the verdicts alone: no timelines, evidence or notes.
  package var quiet: Bool

  package init(width: Int = 80, color: Bool = false, quiet: Bool = false) {
    self.width = max(60, width)
    self.color = color
    self.quiet = quiet
  }
}
