/// Whether an answer goes as deep as one layer of its kata.
package struct LayerResult: Codable, Sendable, Equatable {
  /// What an answer that reaches it does: "guards the data".
  package var title: String
  /// True if its criteria hold, and those of all layers before.
  package var isReached: Bool

  package init(title: String, isReached: Bool) {
    self.title = title
    self.isReached = isReached
  }

  /// The layers of a kata, each reached only through the ones before. Pure.
  static func all(of kata: Kata, _ criteria: [CriterionResult]) -> [LayerResult] {
    let passed = Set(criteria.filter { $0.verdict == .passed }.map(\.id))
    var isReached = true
    return (kata.layers ?? []).map { layer in
      isReached = isReached && passed.isSuperset(of: layer.criteria)
      return LayerResult(title: layer.title, isReached: isReached)
    }
  }
}
