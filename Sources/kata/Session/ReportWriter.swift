import Foundation
import Grading
import Reporting

/// Writes a report in the format, and to the place, that the command line asks for.
///
/// Made before anything is graded, so that a wrong format or folder costs no waiting.
struct ReportWriter: Sendable {
  private let recorder: any Recorder
  private let file: String?
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
    file = arguments.value(.output)
    var options = session.textOptions(arguments)
    if let file {
      options.color = false
      options.width = 80
      try Self.check(file)
    }
    self.options = options
  }

  /// Writes the report.
  ///
  /// - Throws: what the file system says.
  func write(_ results: [SubmissionResult], seed: UInt64, grader: Grader) throws {
    let text = recorder.report(
      ReportInput(
        tool: ToolDescription(
          version: Tool.version, swift: grader.swiftVersion, platform: Platform.name),
        seed: seed, submissions: results, options: options))
    guard let file else { return session.console.print(text) }
    try Data(text.utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
  }

  private static func check(_ file: String) throws(ArgumentError) {
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
    var isDirectory: ObjCBool = false
    if FileManager.default.fileExists(atPath: file, isDirectory: &isDirectory),
      isDirectory.boolValue
    {
      throw .unusable(path: file, reason: "is a folder; name a file to write the results to")
    }
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isDirectory),
      isDirectory.boolValue
    else { throw .unusable(path: file, reason: "its folder does not exist; make it first") }
    guard FileManager.default.isWritableFile(atPath: folder) else {
      throw .unusable(path: file, reason: "its folder cannot be written to")
    }
  }
}
