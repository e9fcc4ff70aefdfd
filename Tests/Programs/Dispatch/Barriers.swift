import Foundation

func barriers() {
  program("barrier-excludes", "a barrier on one's own concurrent queue is alone", .correct, ["2"]) {
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let counter = Counter()
    for _ in 0..<2 { queue.async(flags: .barrier) { counter.value += 1 } }
    return "\(queue.sync { counter.value })"
  }

  program("barrier-and-readers", "readers by sync, a writer by barrier", .correct, ["0", "1"]) {
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let counter = Counter()
    let seen = Counter()
    together(
      { queue.sync(flags: .barrier) { counter.value += 1 } },
      { seen.value = queue.sync { counter.value } })
    return "\(seen.value)"
  }

  program(
    "barrier-order", "a barrier waits for what came before, and holds what comes after", .correct,
    ["1 2 | 3"]
  ) {
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let before = SharedNotes()
    let result = Notes()
    for item in 1...2 {
      queue.async {
        jitter()
        before.add("\(item)")
      }
    }
    queue.async(flags: .barrier) { result.add(before.sorted + " |") }
    queue.sync { result.add("3") }
    return result.text
  }

  program("barrier-forgotten", "the writer forgets the barrier", .races, ["1", "2"]) {
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let counter = Counter()
    threads(2) { _ in
      queue.sync {
        let seen = counter.value  // race
        jitter()
        counter.value = seen + 1  // race
      }
    }
    return "\(counter.value)"
  }

  program(
    "barrier-on-global-queue", "on a global queue a barrier has no effect", .races, ["1", "2"]
  ) {
    let counter = Counter()
    let group = DispatchGroup()
    for _ in 0..<2 {
      DispatchQueue.global().async(group: group, flags: .barrier) {
        let seen = counter.value  // race
        jitter()
        counter.value = seen + 1  // race
      }
    }
    group.wait()
    return "\(counter.value)"
  }

  program("barrier-item", "a work item made with the flag is a barrier too", .correct, ["2"]) {
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let counter = Counter()
    for _ in 0..<2 {
      queue.async(execute: DispatchWorkItem(flags: .barrier) { counter.value += 1 })
    }
    return "\(queue.sync(flags: .barrier) { counter.value })"
  }

  program(
    "sync-in-barrier", "sync onto the concurrent queue whose barrier one is in",
    .traps("already runs on it"), []
  ) {
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    queue.sync(flags: .barrier) { queue.sync {} }
    return "through"
  }
}
