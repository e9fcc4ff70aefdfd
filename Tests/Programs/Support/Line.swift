import Foundation
import Programs
import Records

/// What an executable prints of one program: a line of JSON. The tests read it.
struct Line: Codable {
  var name: String
  var group: String
  var shows: String
  var label: String
  /// What the model's reason for a trap must contain.
  var reason: String?
  var expected: [String]
  var beyond: [String]
  var file: String
  var line: Int
  /// All outcomes that were seen.
  var seen: [String] = []
  /// How many times it ran: schedules, or rounds.
  var runs = 0
  var redundant = 0
  /// How many of the rounds ended in a trap, and how many in nothing.
  var traps = 0
  var hangs = 0
  var isExhausted = false
  /// Whether time passed on the virtual clock.
  var isTimed = false
  var findings: [Finding] = []
  /// By outcome, the preemptions and steps of the easiest schedule, and of the one that is shown.
  var smallest: [String: [Int]] = [:]
  var shown: [String: [Int]] = [:]
  var notChecked: String?
  var milliseconds = 0

  init(_ program: Program) {
    name = program.name
    shows = program.shows
    switch program.label {
    case .correct: label = "correct"
    case .races: label = "races"
    case .deadlocks: label = "deadlocks"
    case .traps(let words):
      label = "traps"
      reason = words
    }
    expected = program.outcomes
    beyond = program.beyond
    file = program.file
    group = String(file.dropLast(".swift".count))
    line = program.line
  }

  func print() {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var data = try! encoder.encode(self)
    data.append(UInt8(ascii: "\n"))
    FileHandle.standardOutput.write(data)
  }
}

/// The programs that the command line names; all if it names none.
func chosenPrograms() -> [Program] {
  let names = CommandLine.arguments.dropFirst().filter { !$0.hasPrefix("--") }
  return programs().filter { names.isEmpty || names.contains($0.name) }
}

/// Outcomes in memory that child processes share.
struct SharedOutcomes {
  private static let width = 256
  private static let capacity = 1024
  private let base: UnsafeMutablePointer<CChar>

  /// - Parameter memory: `byteCount` zeroed bytes.
  init(_ memory: UnsafeMutableRawPointer) {
    base = memory.bindMemory(to: CChar.self, capacity: Self.byteCount)
  }

  static let byteCount = width * capacity

  /// One process writes at a time.
  func add(_ outcome: String) {
    (outcome.isEmpty ? "(nothing)" : outcome).withCString { text in
      for index in 0..<Self.capacity {
        let slot = base + index * Self.width
        if slot.pointee == 0 {
          strncpy(slot, text, Self.width - 1)
          return
        }
        if strncmp(slot, text, Self.width - 1) == 0 { return }
      }
    }
  }

  var all: [String] {
    (0..<Self.capacity).map { base + $0 * Self.width }.prefix { $0.pointee != 0 }
      .map { String(cString: $0) }.sorted()
  }
}
