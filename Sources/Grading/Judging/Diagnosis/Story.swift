import Records

/// A trace, read for causes: who had which locks when he touched memory. Pure.
///
/// It follows what each thread or task took and gave back, the lock set of Eraser (Savage et al.,
/// TOCS 1997), along one schedule that is known to be bad.
struct Story {
  /// Something that was taken and not given back yet.
  struct Hold: Equatable {
    /// Lock, semaphore or queue, by name.
    let object: String
    /// Others may have it at the same time.
    let isShared: Bool
    /// Index of the step that took it: a lock that was given back and taken again is another hold.
    let taken: Int
  }

  /// One read or write of the candidate's code.
  struct Access {
    /// Index of the step.
    let index: Int
    let step: Step
    /// What its thread or task held.
    let holds: [Hold]

    var who: String { step.place.thread }
    var reads: Bool { step.effect == .read || step.effect == .update }
    var writes: Bool { step.effect == .write || step.effect == .update }
    /// A compare-exchange that has only read.
    var failed: Bool { step.effect == .read && step.place.what.hasPrefix("update") }
  }

  /// The steps, as they happened.
  let steps: [Step]
  /// The accesses among them that are in the candidate's files.
  let accesses: [Access]

  /// Words for places.
  let spot: CodeSpot

  /// - Parameters:
  ///   - trace: With files and lines looked up.
  ///   - spot: Words for places; it knows the candidate's files.
  init(_ trace: [Step], spot: CodeSpot) {
    self.spot = spot
    steps = trace
    var held: [String: [Hold]] = [:]
    var accesses: [Access] = []
    for (index, step) in trace.enumerated() {
      guard let object = step.object else { continue }
      let who = step.place.thread
      switch step.effect {
      case .take, .takeShared:
        let hold = Hold(object: object, isShared: step.effect == .takeShared, taken: index)
        held[who, default: []].append(hold)
      case .give:
        if let at = held[who]?.lastIndex(where: { $0.object == object }) {
          held[who]?.remove(at: at)
        }
      case .read, .write, .update:
        guard spot.isIn(step.place) else { continue }
        accesses.append(Access(index: index, step: step, holds: held[who] ?? []))
      case .miss, .remark, .other:
        break
      }
    }
    self.accesses = accesses
  }

  /// Where a hold was taken.
  func spot(of hold: Hold) -> String { spot(steps[hold.taken].place) }

  /// "mutex 1, taken at line 12", or the name alone where the line is not the candidate's.
  func named(_ hold: Hold) -> String {
    spot.isIn(steps[hold.taken].place) ? "\(hold.object), taken at \(spot(of: hold))" : hold.object
  }

  /// True if both were taken by the same line of code.
  func areTakenAlike(_ one: Hold, _ other: Hold) -> Bool {
    let (first, second) = (steps[one.taken].place, steps[other.taken].place)
    return first.file != nil && first.file == second.file && first.line == second.line
  }
}
