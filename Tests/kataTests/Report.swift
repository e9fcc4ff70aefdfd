import Foundation

/// A JSON report, as far as the tests look into it.
struct Report: Decodable {
  struct Submission: Decodable {
    let candidate: String?
    let file: String
    let kata: String
    let outcome: String
    let score: Int
    let diagnosis: String?
    let criteria: [Criterion]
    let graderFault: Bool

    /// The verdict of a criterion; "none" if it was not judged.
    func verdict(_ id: String) -> String {
      criteria.first { $0.id == id }?.verdict ?? "none"
    }
  }

  struct Criterion: Decodable {
    let id: String
    let verdict: String
    let failure: Failure?
    let evidence: [Evidence]
  }

  struct Evidence: Decodable {
    let arena: String
    let driver: String
    let scenario: String
    let exhausted: Bool
  }

  struct Failure: Decodable {
    let kind: String
    let token: String?
  }

  let schema: String
  let submissions: [Submission]

  init(_ text: String) throws {
    self = try JSONDecoder().decode(Report.self, from: Data(text.utf8))
  }

  /// The report without what real time and real threads may change: times, what was measured,
  /// and how far a search came that the clock cut short in this run or in another.
  ///
  /// - Parameter keeping: Which evidence is kept, by arena, driver and scenario.
  static func withoutMeasurements(
    _ text: String, keeping: Set<String>
  ) throws -> NSDictionary {
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return strip(object, keeping: keeping) as? NSDictionary ?? [:]
  }

  /// The evidence of searches that came to their end, by arena, driver and scenario.
  var exhausted: Set<String> {
    let all = submissions.flatMap(\.criteria).flatMap(\.evidence)
    return Set(all.filter(\.exhausted).map { "\($0.arena) \($0.driver) \($0.scenario)" })
  }

  private static func strip(_ value: Any, keeping: Set<String>) -> Any {
    if let object = value as? [String: Any] {
      if let arena = object["arena"], let driver = object["driver"], object["exhausted"] != nil {
        guard keeping.contains("\(arena) \(driver) \(object["scenario"] ?? "")") else {
          return NSNull()
        }
      }
      let kept = object.filter { $0.key != "seconds" && $0.key != "measured" }
      return NSDictionary(dictionary: kept.mapValues { strip($0, keeping: keeping) })
    }
    if let list = value as? [Any] {
      return NSArray(array: list.map { strip($0, keeping: keeping) })
    }
    return value
  }
}
