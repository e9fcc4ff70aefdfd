import Foundation

/// The report that programs read, schema `randori-report/1`.
///
/// Keys are sorted. What was measured, and so differs between two runs with the same seed, stands
/// in fields named `seconds` and in objects named `measured`, and nowhere else.
package struct JSONRecorder: Recorder {
  package let id = "json"

  package init() {}

  package func report(_ report: ReportInput) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    do {
      return String(decoding: try encoder.encode(JSONReport(report)), as: UTF8.self) + "\n"
    } catch {
      // Every field is a string, a number or a list of those.
      preconditionFailure("a report that cannot be encoded: \(error)")
    }
  }
}
