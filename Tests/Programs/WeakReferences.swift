import Foundation

private final class Target: @unchecked Sendable {
  let notes: SharedNotes
  init(_ notes: SharedNotes) { self.notes = notes }
  deinit { notes.add("gone") }
}

private final class Holder: @unchecked Sendable {
  weak var target: Target?
  init(_ target: Target?) { self.target = target }
}

private final class Box: @unchecked Sendable {
  var target: Target?
  init(_ target: Target?) { self.target = target }
}

func weakReferences() {
  program(
    "weak-beside-release", "a weak reference is there or not, while another lets go", .correct,
    ["there", "nil"]
  ) {
    let notes = SharedNotes()
    let box = Box(Target(notes))
    let holder = Holder(box.target)
    nonisolated(unsafe) var seen = "?"
    together(
      {
        jitter()
        box.target = nil
      },
      {
        jitter()
        seen = holder.target == nil ? "nil" : "there"
      })
    return seen
  }

  program(
    "weak-keeps", "what a weak load returns lives until it is let go", .correct,
    ["there gone", "nil"]
  ) {
    let notes = SharedNotes()
    let box = Box(Target(notes))
    let holder = Holder(box.target)
    nonisolated(unsafe) var seen = "?"
    together(
      { box.target = nil },
      {
        if let target = holder.target {
          withExtendedLifetime(target) { seen = "there" }
        } else {
          seen = "nil"
        }
      })
    return seen == "there" ? "there \(notes.text)" : seen
  }

  program(
    "weak-twice", "between two weak loads another thread may let go", .correct,
    ["false false", "true false", "true true"]
  ) {
    let notes = SharedNotes()
    let box = Box(Target(notes))
    let holder = Holder(box.target)
    nonisolated(unsafe) var seen = "?"
    together(
      {
        jitter()
        box.target = nil
      },
      {
        jitter()
        let first = holder.target != nil
        jitter()
        let second = holder.target != nil
        seen = "\(first) \(second)"
      })
    return seen
  }

  program(
    "last-release", "whoever lets go last runs the deinit", .correct, ["first", "second"]
  ) {
    let by = SharedNotes()
    let (first, second) = references(to: by)
    func run(_ name: String, _ reference: Reference<Named>) -> () -> Void {
      {
        Thread.current.name = name
        jitter()
        reference.value = nil
      }
    }
    together(run("first", first), run("second", second))
    return by.text
  }

  program(
    "weak-before-release", "a weak reference to what somebody holds is there", .correct,
    ["there"]
  ) {
    let notes = SharedNotes()
    let target = Target(notes)
    let holder = Holder(target)
    nonisolated(unsafe) var seen = "?"
    threads(1) { _ in seen = holder.target == nil ? "nil" : "there" }
    withExtendedLifetime(target) {}
    return seen
  }

  program(
    "weak-variable-races", "a weak variable that one thread sets while another reads it",
    .races, ["nil", "there"]
  ) {
    let notes = SharedNotes()
    let target = Target(notes)
    let holder = Holder(target)
    nonisolated(unsafe) var seen = "?"
    together(
      { holder.target = nil },  // race
      { seen = holder.target == nil ? "nil" : "there" })  // race
    withExtendedLifetime(target) {}
    return seen
  }

  program("weak-variable-locked", "a weak variable under a lock", .correct, ["nil", "there"]) {
    let notes = SharedNotes()
    let target = Target(notes)
    let holder = Holder(target)
    let lock = NSLock()
    nonisolated(unsafe) var seen = "?"
    together(
      { lock.withLock { holder.target = nil } },
      { seen = lock.withLock { holder.target == nil ? "nil" : "there" } })
    withExtendedLifetime(target) {}
    return seen
  }

  program(
    "unowned-twice", "an unowned reference is asked after its object has gone",
    .traps("unowned reference"), ["true true"]
  ) {
    let notes = SharedNotes()
    let box = Box(Target(notes))
    let keeper = Keeper(box.target!)
    let held = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var seen = "?"
    together(
      {
        held.wait()
        jitter()
        box.target = nil
      },
      {
        let first = keeper.target.notes === notes
        held.signal()
        jitter()
        let second = keeper.target.notes === notes
        seen = "\(first) \(second)"
      })
    return seen
  }

  program(
    "deinit-after-work", "two let go and then note it: the deinit is in the last one's hands",
    .correct, ["1 gone 2", "2 gone 1", "gone 1 2", "gone 2 1"]
  ) {
    let notes = SharedNotes()
    let pair = boxes(Target(notes))
    together(
      {
        jitter()
        pair.0.target = nil
        notes.add("1")
      },
      {
        jitter()
        pair.1.target = nil
        notes.add("2")
      })
    return notes.text
  }
}

private final class Keeper: @unchecked Sendable {
  unowned let target: Target
  init(_ target: Target) { self.target = target }
}

private func boxes(_ target: Target) -> (Box, Box) { (Box(target), Box(target)) }

private final class Reference<Value: AnyObject>: @unchecked Sendable {
  var value: Value?
  init(_ value: Value?) { self.value = value }
}

/// Notes which thread it goes on.
private final class Named: @unchecked Sendable {
  let by: SharedNotes
  init(_ by: SharedNotes) { self.by = by }
  deinit { by.add(Thread.current.name ?? "?") }
}

private func references(to by: SharedNotes) -> (Reference<Named>, Reference<Named>) {
  let named = Named(by)
  return (Reference(named), Reference(named))
}
