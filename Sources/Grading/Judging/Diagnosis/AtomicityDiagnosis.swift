import Records

/// Why a wrong value came out: somebody acted on what he had read, after another had changed it.
struct AtomicityDiagnosis {
  private let story: Story

  init(_ story: Story) {
    self.story = story
  }

  /// The cause; nil if nobody acted on an old value, and nobody went away with nothing done.
  var sentence: String? { staleAct.map(sentence) ?? missedLock ?? missedUpdate }

  /// A read, a write of another in between, and a write that rests on the read.
  private struct StaleAct {
    let check: Story.Access
    let between: Story.Access
    let act: Story.Access
  }

  /// The first one in the schedule.
  private var staleAct: StaleAct? {
    for (index, act) in story.accesses.enumerated() where act.writes && act.who != "scenario" {
      let before = story.accesses[..<index].filter { $0.step.object == act.step.object }
      // A write of its own ends what it knew.
      let lastOwn = before.last { $0.who == act.who && $0.writes }?.index ?? -1
      // Nor does anything rest on an exchange that failed: whoever tries again looks anew.
      let check = before.first {
        $0.who == act.who && $0.reads && !$0.failed && $0.index > lastOwn
      }
      guard let check else { continue }
      let between = before.first { $0.who != act.who && $0.writes && $0.index > check.index }
      // An update reads and writes at once: it rests on nothing older, unless there was a check.
      if let between { return StaleAct(check: check, between: between, act: act) }
    }
    return nil
  }

  private func sentence(_ stale: StaleAct) -> String {
    let (check, act) = (stale.check, stale.act)
    let (here, there) = (story.spot(check.step.place), story.spot(act.step.place))
    let pair =
      here == there
      ? "the read and the write at \(here)" : "the read at \(here) and the write at \(there)"
    let intruder = "\(stale.between.who) writes at \(story.spot(stale.between.step.place))"
    if wasSuspended(check, act) {
      return "\(check.who) is suspended between \(pair), an `await`: "
        + "meanwhile \(intruder)."
    }
    let lasting = check.holds.first { hold in act.holds.contains { $0.taken == hold.taken } }
    if let lasting, !lasting.isShared {
      return keptOut(stale, lasting, intruder)
    }
    if let lasting {
      return
        "\(lasting.object) is held from the read at \(here) to the write at \(there), but others "
        + "may hold it too: meanwhile \(intruder)."
    }
    if let again = act.holds.first(where: { hold in
      check.holds.contains { $0.object == hold.object }
    }) {
      return
        "\(again.object) is given back after the read at \(here) and taken again for the write "
        + "at \(there): meanwhile \(intruder)."
    }
    if let late = act.holds.last, check.holds.isEmpty {
      return
        "\(check.who) reads at \(here) before it takes \(late.object) at \(story.spot(of: late)) "
        + "to write: meanwhile \(intruder)."
    }
    if let early = check.holds.last, act.holds.isEmpty {
      return
        "\(early.object) is given back after the read at \(here), before the write at \(there): "
        + "meanwhile \(intruder)."
    }
    if let first = check.holds.last, let second = act.holds.last {
      return
        "\(first.object) guards the read at \(here), \(second.object) the write at \(there), and "
        + "nothing both: meanwhile \(intruder)."
    }
    if ["load", "store", "update"].contains(where: check.step.place.what.hasPrefix) {
      return
        "The read at \(here) and the write at \(there) are atomic each by itself, and together "
        + "they are not: meanwhile \(intruder)."
    }
    return
      "Nothing keeps the read at \(here) and the write at \(there) together: meanwhile \(intruder)."
  }

  /// A task goes on with another thread after it was suspended.
  private func wasSuspended(_ check: Story.Access, _ act: Story.Access) -> Bool {
    check.step.worker != act.step.worker
  }

  /// The lock is held all the way, and the other one writes all the same.
  private func keptOut(_ stale: StaleAct, _ lasting: Story.Hold, _ intruder: String) -> String {
    guard let other = stale.between.holds.last else {
      return "\(stale.check.who) holds \(story.named(lasting)), but "
        + "meanwhile \(intruder) without it."
    }
    if other.object == lasting.object {
      return
        "\(stale.check.who) holds \(lasting.object), and so does \(stale.between.who): it lets in "
        + "more than one, and meanwhile \(intruder)."
    }
    if story.areTakenAlike(other, lasting) {
      return
        "Both take a lock at \(story.spot(of: lasting)), but not the same one (\(lasting.object), "
        + "\(other.object)): a lock that is new each time keeps nobody out, and meanwhile \(intruder)."
    }
    return "\(stale.check.who) holds \(story.named(lasting)), but "
      + "meanwhile \(intruder) under \(other.object): two locks guard one value."
  }

  /// Somebody did not get a lock that another had, and went away.
  private var missedLock: String? {
    let miss = story.steps.last { $0.effect == .miss && $0.place.file != nil }
    guard let miss, let object = miss.object else { return nil }
    return
      "\(miss.place.thread) finds \(object) taken at \(story.spot(miss.place)) and goes away: what "
      + "it should have done is left undone."
  }

  /// The last that somebody did was an exchange that failed: he went away.
  private var missedUpdate: String? {
    let lasts = Dictionary(story.accesses.map { ($0.who, $0) }) { $1 }
    let miss = lasts.values.filter { $0.who != "scenario" && $0.failed }.max { $0.index < $1.index }
    guard let miss, let object = miss.step.object else { return nil }
    return
      "\(miss.who) tries in vain to change \(object) at \(story.spot(miss.step.place)) and goes "
      + "away: what it should have done is left undone."
  }
}
