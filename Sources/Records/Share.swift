/// A part of the searches of one submission, for a process that has company.
///
/// Searches count from 0, scenario by scenario and driver by driver within. Each belongs to exactly one
/// share, whoever asks.
package struct Share: Codable, Sendable, Equatable {
  /// Which of the shares this is, from 0.
  package var index: Int
  /// How many there are; at least 1.
  package var count: Int

  /// All of it.
  package static let whole = Share(index: 0, count: 1)

  package init(index: Int, count: Int) {
    self.index = index
    self.count = count
  }

  /// Whether a search belongs to this share.
  ///
  /// They are dealt out to and fro, so that no share gets the same driver every time: the searches of one
  /// tend to take longer than those of the other.
  package func holds(_ search: Int) -> Bool {
    let (round, place) = search.quotientAndRemainder(dividingBy: count)
    return index == (round.isMultiple(of: 2) ? place : count - 1 - place)
  }
}
