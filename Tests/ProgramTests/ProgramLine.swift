import Foundation
import Records

/// What an executable prints of one program. See `Tests/Programs/Support/Line.swift`.
struct ProgramLine: Decodable, Equatable {
  var name: String
  var group: String
  var shows: String
  var label: Label
  var reason: String?
  var expected: [String]
  var beyond: [String]
  var file: String
  var line: Int
  var seen: [String]
  var runs: Int
  var redundant: Int
  var traps: Int
  var hangs: Int
  var isExhausted: Bool
  /// Whether time passed on the virtual clock.
  var isTimed: Bool
  var findings: [Finding]
  /// By outcome, the preemptions and steps of the easiest schedule, and of the one that is shown.
  var smallest: [String: [Int]]
  var shown: [String: [Int]]
  var notChecked: String?
  var milliseconds: Int

  /// What is the matter with a program.
  enum Label: String, Decodable {
    case correct, races, deadlocks, traps
  }

  /// Reads an executable's output.
  static func read(_ output: String) throws -> [ProgramLine] {
    try output.split(separator: "\n").filter { $0.hasPrefix("{") }.map {
      try JSONDecoder().decode(ProgramLine.self, from: Data($0.utf8))
    }
  }
}
