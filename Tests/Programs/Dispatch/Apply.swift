import Foundation

func apply() {
  program("apply", "every index once, and all before it returns", .correct, ["0 1 2"]) {
    let notes = SharedNotes()
    DispatchQueue.concurrentPerform(iterations: 3) { index in
      jitter()
      notes.add("\(index)")
    }
    return notes.sorted
  }

  program("apply-own-slots", "each index writes its own place", .correct, ["10 11"]) {
    let counters = [Counter(), Counter()]
    DispatchQueue.concurrentPerform(iterations: 2) { index in counters[index].value = 10 + index }
    return "\(counters[0].value) \(counters[1].value)"
  }

  program("apply-races", "all indices change one counter", .races, ["1", "2"]) {
    let counter = Counter()
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
      let seen = counter.value  // race
      jitter()
      counter.value = seen + 1  // race
    }
    return "\(counter.value)"
  }

  program("apply-caller", "the caller takes part: one index runs on its thread", .correct, ["true"])
  {
    let caller = pthread_self()
    let counter = Counter()
    DispatchQueue.concurrentPerform(iterations: 1) { _ in
      counter.value = Int(pthread_equal(caller, pthread_self()))
    }
    return "\(counter.value != 0)"
  }

  program(
    "apply-far-apart", "the first of five iterations and the last share a counter", .races,
    ["1", "2"]
  ) {
    let counter = Counter()
    DispatchQueue.concurrentPerform(iterations: 5) { index in
      guard index % 4 == 0 else { return }
      let seen = counter.value  // race
      jitter()
      counter.value = seen + 1  // race
    }
    return "\(counter.value)"
  }
}
