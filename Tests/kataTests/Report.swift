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

  /// The report without what real time and real threads may change.
  static func withoutMeasurements(_ text: String) throws -> NSDictionary {
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return strip(object) as? NSDictionary ?? [:]
  }

  private static func strip(_ value: Any) -> Any {
    if let object = value as? [String: Any] {
      let kept = object.filter { $0.key != "seconds" && $0.key != "measured" }
      return NSDictionary(dictionary: kept.mapValues(strip))
    }
    if let list = value as? [Any] { return NSArray(array: list.map(strip)) }
    return value
  }
}
