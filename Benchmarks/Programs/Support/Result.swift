import Foundation

/// What an executable prints of one measurement: a line of JSON.
struct Result: Codable {
  var program: String
  /// How schedules were chosen, or what else was measured.
  var method: String
  /// Schedules to the first failure, a seed each; only of the seeds that met one.
  var schedulesToFailure: [Int] = []
  var seeds = 0
  /// Schedules, or rounds, in all.
  var runs = 0
  /// Real time of all runs, and of the first failure.
  var milliseconds = 0.0
  /// Processor time of all runs, where it was measured.
  var processorMilliseconds = 0.0
  var millisecondsToFailure: [Double] = []
  var isExhausted = false
  /// What went wrong first, in a word.
  var failure: String?

  func print() {
    var data = try! JSONEncoder().encode(self)
    data.append(UInt8(ascii: "\n"))
    FileHandle.standardOutput.write(data)
  }
}

/// The words of the command line that are not options.
var commandWords: [String] { CommandLine.arguments.dropFirst().filter { !$0.hasPrefix("--") } }

/// The value of an option `--name=value`.
func option(_ name: String) -> String? {
  CommandLine.arguments.lazy.compactMap { word in
    word.hasPrefix("--\(name)=") ? String(word.dropFirst(name.utf8.count + 3)) : nil
  }.first
}
