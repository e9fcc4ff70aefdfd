/// One step of a schedule that was traced.
package struct Step: Codable, Sendable, Equatable {
  /// What a step does to its object, as far as a diagnosis needs to know.
  package enum Effect: String, Codable, Sendable {
    /// Reads memory.
    case read
    /// Writes memory.
    case write
    /// Reads and writes memory in one: an exchange, an addition.
    case update
    /// Takes a lock, a place of a semaphore, or the turn on a queue.
    case take
    /// Takes a lock or a queue that others may have at the same time.
    case takeShared
    /// Tries to take a lock, and does not get it.
    case miss
    /// Gives back what was taken.
    case give
    /// Nothing: the harness says what is going on.
    case remark
    /// Anything else.
    case other
  }

  /// Counts from 1 within the schedule.
  package var number: Int
  /// Where it happened, and on which thread or task. `what` names the operation and its object:
  /// "lock mutex 1", "read", "write".
  package var place: Place
  /// The value read or written, or what else is worth knowing; nil if nothing.
  package var detail: String?
  /// What it does to `object`.
  package var effect: Effect
  /// Lock, queue or memory, by a name that means the same all through the trace: "mutex 1".
  package var object: String?
  /// The virtual thread. A task that was suspended goes on with another one.
  package var worker: Int

  package init(
    number: Int, place: Place, detail: String? = nil, effect: Effect = .other,
    object: String? = nil, worker: Int = 0
  ) {
    self.number = number
    self.place = place
    self.detail = detail
    self.effect = effect
    self.object = object
    self.worker = worker
  }
}

/// Somebody who cannot go on, and who keeps him from it.
package struct Wait: Codable, Sendable, Equatable {
  /// Where he waits, and on which thread.
  package var place: Place
  /// What he waits for, by name: "mutex 1"; nil if it is no object.
  package var object: String?
  /// The thread that holds it; nil if nobody does.
  package var holder: String?
  /// Where the holder took it; nil if nobody holds it.
  package var since: Place?

  package init(place: Place, object: String? = nil, holder: String? = nil, since: Place? = nil) {
    self.place = place
    self.object = object
    self.holder = holder
    self.since = since
  }
}
