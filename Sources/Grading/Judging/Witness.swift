package import Records

/// A finding and the arena that saw it.
package struct Witness: Sendable, Equatable {
  /// The arena.
  package let arena: ArenaKind
  /// What it saw.
  package let finding: Finding

  package init(arena: ArenaKind, finding: Finding) {
    self.arena = arena
    self.finding = finding
  }

  /// The one to show: the arena that can replay it, then one whose schedule is known, then the fewest
  /// changes of thread, then the fewest steps, then the earliest. Times never decide.
  package static func clearest(of witnesses: [Witness]) -> Witness? {
    witnesses.enumerated().min { $0.element.key(at: $0.offset) < $1.element.key(at: $1.offset) }?
      .element
  }

  private struct Key: Comparable {
    let parts: [Int]
    static func < (left: Key, right: Key) -> Bool {
      left.parts.lexicographicallyPrecedes(right.parts)
    }
  }

  private func key(at index: Int) -> Key {
    let rank =
      switch arena {
      case .explore: 0
      case .sanitize: 1
      case .stress: 2
      }
    let threads = finding.trace.map(\.place.thread)
    let switches = zip(threads, threads.dropFirst()).count { $0 != $1 }
    return Key(parts: [
      rank, finding.schedule == nil ? 1 : 0, threads.isEmpty ? 1 : 0, switches, threads.count,
      index,
    ])
  }
}
