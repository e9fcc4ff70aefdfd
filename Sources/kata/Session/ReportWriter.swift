import Grading
import Reporting

/// Writes a report in the format, and to the place, that the command line asks for.
///
/// Made before anything is graded, so that a wrong format or folder costs no waiting.
struct ReportWriter: Sendable {
  private let recorder: any Recorder
  private let file: OutputFile?
  private let session: Session
  private let options: TextOptions

  /// - Throws: `ArgumentError` for an unknown format, or a file that cannot be written.
  init(_ arguments: Arguments, in session: Session) throws(ArgumentError) {
    let name = arguments.value(.format) ?? Recorders.all[0].id
    guard let recorder = Recorders.named(name) else {
      throw .badValue(
        option: Option.format.name, text: name,
        wanted: "one of: " + Recorders.all.map(\.id).joined(separator: ", "))
    }
    self.recorder = recorder
    self.session = session
    var options = session.textOptions(arguments)
    if let path = arguments.value(.output) {
      options.color = false
      options.width = 80
      file = try OutputFile(path)
    } else {
      file = nil
    }
    self.options = options
  }

  /// Looks that the report goes over none of the files that are to be graded.
  ///
  /// - Throws: `ArgumentError`.
  func spare(_ requests: [SubmissionRequest]) throws(ArgumentError) {
    try file?.spare(requests)
  }

  /// Writes the report; where its file cannot be written, it is printed, so that nothing is lost.
  ///
  /// - Throws: `OutputError`.
  func write(
    _ results: [SubmissionResult], seed: UInt64, grader: Grader
  ) throws(OutputError) {
    let text = recorder.report(
      ReportInput(
        tool: ToolDescription(
          version: Tool.version, swift: grader.swiftVersion, platform: Platform.name),
        seed: seed, submissions: results, options: options))
    guard let file else { return session.console.print(text) }
    do {
      try file.write(text)
    } catch {
      session.console.print(text)
      throw error
    }
  }
}
