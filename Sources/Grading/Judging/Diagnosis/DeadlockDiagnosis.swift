import Records

/// Why nobody can go on: a circle of holders, one who waits for himself, or a lock that was never
/// given back.
struct DeadlockDiagnosis {
  let waits: [Wait]
  /// Words for places.
  let spot: CodeSpot

  /// The cause; nil if the waits do not tell.
  var sentence: String? { ownLock ?? circle ?? abandoned ?? unanswered }

  /// Somebody waits for what he holds himself.
  private var ownLock: String? {
    let wait = waits.first { $0.holder == $0.place.thread && $0.object != nil }
    guard let wait, let object = wait.object, let since = wait.since else { return nil }
    return
      "\(wait.place.thread) waits at \(spot(wait.place)) for \(object), which it took itself "
      + "at \(spot(since)) and still holds."
  }

  /// The shortest way round from one who waits back to himself.
  private var circle: String? {
    for start in waits {
      var links = [start]
      while let next = waits.first(where: { $0.place.thread == links[links.count - 1].holder }) {
        if next == start { return links.count > 1 ? sentence(circle: links) : nil }
        if links.contains(next) { break }
        links.append(next)
      }
    }
    return nil
  }

  /// Each link waits for what the next one holds.
  private func sentence(circle links: [Wait]) -> String {
    let parts = links.indices.map { index -> String in
      let wait = links[index]
      // What this one holds is what the one before waits for.
      let held = links[(index + links.count - 1) % links.count]
      let took = held.since.map { " (\(spot($0)))" } ?? ""
      return "\(wait.place.thread) has \(held.object ?? "a lock")\(took) and wants "
        + "\(wait.object ?? "another") (\(spot(wait.place)))"
    }
    let why =
      links.count == 2
      ? "the two take the same locks in opposite orders"
      : "they take locks in orders that form a ring"
    return parts.joined(separator: "; ") + ": " + why + "."
  }

  /// The holder does not wait for anything: he is gone, or forgot.
  private var abandoned: String? {
    let wait = waits.first { wait in
      wait.holder != nil && !waits.contains { $0.place.thread == wait.holder }
    }
    guard let wait, let object = wait.object, let holder = wait.holder, let since = wait.since
    else {
      return nil
    }
    return "\(holder) took \(object) at \(spot(since)) and never gave it back; "
      + "\(wait.place.thread) waits for it at \(spot(wait.place))."
  }

  /// Nobody holds anything that is waited for: a signal that was given too early, or never.
  private var unanswered: String? {
    guard waits.allSatisfy({ $0.holder == nil }) else { return nil }
    let wait = waits.first { $0.object != nil && spot.isIn($0.place) }
    return wait.map {
      "\($0.place.thread) waits at \(spot($0.place)), and nobody is left who could wake it."
    }
  }
}
