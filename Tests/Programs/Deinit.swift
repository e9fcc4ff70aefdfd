import Foundation

/// Counts when it goes.
private final class Witness: @unchecked Sendable {
  var value = 0
  let notes: SharedNotes
  init(_ notes: SharedNotes) { self.notes = notes }
  deinit { notes.add("\(value)") }
}

func deinitGroup() {
  program("deinit-elsewhere", "whoever lets go last sees what the others wrote", .correct, ["7"]) {
    let notes = SharedNotes()
    var witness: Witness? = Witness(notes)
    let runner = Runner { [witness] in
      jitter()
      witness!.value = 7
    }
    jitter()
    witness = nil
    runner.join()
    withExtendedLifetime(runner) {}
    return notes.text
  }

  program("two-deinits", "each object goes once", .correct, ["0 0"]) {
    let notes = SharedNotes()
    threads(2) { _ in _ = Witness(notes) }
    return notes.sorted
  }

  program("last-of-two", "two threads let go of one object", .correct, ["2"]) {
    let notes = SharedNotes()
    let lock = NSLock()
    do {
      let witness = Witness(notes)
      threads(2) { _ in lock.withLock { witness.value += 1 } }
    }
    return notes.text
  }

  program(
    "write-beside-release", "one writes without a lock what another reads", .races, ["0", "1"]
  ) {
    let notes = SharedNotes()
    let witness = Witness(notes)
    let seen = Counter()
    together(
      { witness.value = 1 },  // race
      { seen.value = witness.value })  // race
    return "\(seen.value)"
  }
}
