import Grading
import Records

/// What a verdict rests on: a line an arena.
struct EvidenceText {
  /// "explore: exhausted, 98 schedules", in the order of the arenas.
  let lines: [String]

  init(_ evidence: [Evidence]) {
    lines = ArenaKind.allCases.compactMap { arena in
      let own = evidence.filter { $0.arena == arena }
      return own.isEmpty ? nil : Wording.evidence(own)
    }
  }
}
