import Foundation

/// What an executable measured. See `Programs/Support/Result.swift`, which prints it.
struct Measurement: Decodable {
  var program: String
  var method: String
  var schedulesToFailure: [Int]
  var seeds: Int
  var runs: Int
  var milliseconds: Double
  var processorMilliseconds: Double
  var millisecondsToFailure: [Double]
  var isExhausted: Bool
  var failure: String?

  /// Mean schedules to the first failure, over the seeds that met one.
  var mean: Double? {
    guard !schedulesToFailure.isEmpty else { return nil }
    return Double(schedulesToFailure.reduce(0, +)) / Double(schedulesToFailure.count)
  }

  var meanMilliseconds: Double? {
    guard !millisecondsToFailure.isEmpty else { return nil }
    return millisecondsToFailure.reduce(0, +) / Double(millisecondsToFailure.count)
  }

  var perSecond: Double { Double(runs) / max(milliseconds, 0.001) * 1000 }
  /// The same of processor time, which a busy machine changes less.
  var perProcessorSecond: Double { Double(runs) / max(processorMilliseconds, 0.001) * 1000 }

  /// Reads an executable's output.
  static func read(_ output: String) throws -> [Measurement] {
    try output.split(separator: "\n").filter { $0.hasPrefix("{") }.map {
      try JSONDecoder().decode(Measurement.self, from: Data($0.utf8))
    }
  }
}
