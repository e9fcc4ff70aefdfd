import CScheduler
import Records

/// What the runtime saw that teaches, in words.
enum Remarks {
  /// The remarks of all schedules since they were last cleared, each once.
  static func notes(in shared: rs_shared) -> [Note] {
    var shared = shared
    let count = min(Int(shared.remark_count), Int(RS_SHARED_REMARKS))
    return withUnsafeBytes(of: &shared.remarks) { raw in
      raw.bindMemory(to: rs_remark_entry.self).prefix(count).compactMap { entry in
        guard let (id, message) = words(entry.kind) else { return nil }
        return Note(id: id, message: message, address: Addresses.inExecutable([entry.pc]).first)
      }
    }
  }

  private static func words(_ kind: rs_remark_kind) -> (id: String, message: String)? {
    switch kind {
    case RS_REMARK_GLOBAL_BARRIER:
      (
        "barrier-on-global-queue",
        "a barrier has no effect on a global queue: other work on it runs at the same time; only a "
          + "concurrent queue of one's own has barriers"
      )
    case RS_REMARK_LOCK_USED_ONCE:
      (
        "lock-used-once",
        "each call makes a lock of its own, takes it once and throws it away: a lock keeps out only "
          + "those who take the same one"
      )
    case RS_REMARK_LOST_WORK:
      (
        "lost-work",
        "work that was handed over here never runs: its queue stays suspended, inactive or busy for ever"
      )
    case RS_REMARK_INVALID_TIMER:
      (
        "invalid-timer",
        "on Linux, Foundation keeps a timer's block for good, also after invalidate() or if no run loop "
          + "ever got it: an object that only such a timer still holds is not charged"
      )
    case RS_REMARK_EARLY_TIMER:
      (
        "early-timer",
        "on Linux, a timer made by Timer(timeInterval:repeats:block:) fires for the first time at once, "
          + "not one interval later as on Apple's systems: that one call is not charged; "
          + "scheduledTimer and Timer(fire:interval:repeats:block:) fire alike everywhere"
      )
    default: nil
    }
  }
}
