import Records

/// Why two accesses race: what guards the one, and what guards the other.
struct RaceDiagnosis {
  private let finding: Finding
  private let story: Story

  init(_ finding: Finding, _ story: Story) {
    self.finding = finding
    self.story = story
  }

  /// The cause; nil if the trace does not hold both sides.
  var sentence: String? {
    guard finding.places.count == 2, let (one, other) = sides else { return nil }
    let (here, there) = (story.spot(one.step.place), story.spot(other.step.place))
    if one.holds.isEmpty && other.holds.isEmpty {
      if here == there { return "Nothing guards the value at \(here): no lock is held there." }
      return "Nothing guards the value: no lock is held at \(here), nor at \(there)."
    }
    if one.holds.isEmpty { return unguarded(one, guarded: other) }
    if other.holds.isEmpty { return unguarded(other, guarded: one) }
    if let (first, second) = common(one, other) { return shared(first, second, one, other) }
    return disjoint(one, other)
  }

  /// The two accesses in the trace: the same memory, the earlier one first.
  private var sides: (Story.Access, Story.Access)? {
    let (first, second) = (finding.places[0], finding.places[1])
    let candidates = story.accesses
    for other in candidates.reversed() where Self.matches(other, second) {
      let one = candidates.last {
        $0.index < other.index && $0.step.object == other.step.object && $0.who != other.who
          && Self.matches($0, first)
      }
      if let one { return (one, other) }
    }
    return nil
  }

  private static func matches(_ access: Story.Access, _ place: Place) -> Bool {
    access.who == place.thread && access.step.place.file == place.file
      && access.step.place.line == place.line
      && (place.file != nil || access.step.place.function == place.function)
  }

  private func unguarded(_ bare: Story.Access, guarded: Story.Access) -> String {
    let hold = guarded.holds[guarded.holds.count - 1]
    return "\(story.spot(guarded.step.place)) is guarded by \(story.named(hold)), but "
      + "\(story.spot(bare.step.place)) takes nothing: a lock keeps out only those who take it too."
  }

  private func common(
    _ one: Story.Access, _ other: Story.Access
  ) -> (Story.Hold, Story.Hold)? {
    for first in one.holds {
      if let second = other.holds.first(where: { $0.object == first.object }) {
        return (first, second)
      }
    }
    return nil
  }

  private func shared(
    _ first: Story.Hold, _ second: Story.Hold, _ one: Story.Access, _ other: Story.Access
  ) -> String? {
    let object = first.object
    if object.hasPrefix("semaphore") {
      return
        "Both are past \(object) at the same time, taken at \(story.spot(of: second)): it lets "
        + "in more than one."
    }
    if object.hasPrefix("queue") {
      return "Both run on \(object) at the same time: it is concurrent, and neither is a barrier."
    }
    guard first.isShared || second.isShared else { return nil }
    let writer = one.writes ? one : other
    return "\(story.spot(writer.step.place)) writes while it holds \(object) for reading only, "
      + "and others may read at the same time."
  }

  private func disjoint(_ one: Story.Access, _ other: Story.Access) -> String {
    let (first, second) = (one.holds[one.holds.count - 1], other.holds[other.holds.count - 1])
    if story.areTakenAlike(first, second) {
      return "Both take a lock at \(story.spot(of: first)), but not the same one: \(first.object) "
        + "there and then, \(second.object) later. A lock that is new each time, or not the same for "
        + "both, keeps nobody out."
    }
    return "Two locks guard one value: \(first.object) at \(story.spot(one.step.place)), "
      + "\(second.object) at \(story.spot(other.step.place)). Neither keeps the other out."
  }
}
