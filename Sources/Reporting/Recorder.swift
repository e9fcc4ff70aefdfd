/// Writes what was graded in one format. Pure: it prints nothing and reads nothing.
package protocol Recorder: Sendable {
  /// What `--format` calls it.
  var id: String { get }

  /// The whole report, with a newline at its end.
  func report(_ report: ReportInput) -> String
}

/// The formats that there are. A new one is a file of its own and a line here.
package enum Recorders {
  /// All of them, the default first.
  package static let all: [any Recorder] = [TextRecorder(), JSONRecorder(), JUnitRecorder()]

  /// The one with this id; nil if there is none. Complexity: O(number of formats).
  package static func named(_ id: String) -> (any Recorder)? {
    all.first { $0.id == id }
  }
}
