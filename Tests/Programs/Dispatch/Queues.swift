import Foundation

func queues() {
  program("serial-order", "a serial queue keeps the order of async", .correct, ["1 2 3"]) {
    let queue = DispatchQueue(label: "serial")
    let notes = Notes()
    for item in 1...3 { queue.async { notes.add("\(item)") } }
    return queue.sync { notes.text }
  }

  program("serial-excludes", "a serial queue runs one at a time", .correct, ["2"]) {
    let queue = DispatchQueue(label: "serial")
    let counter = Counter()
    threads(2) { _ in queue.sync { counter.value += 1 } }
    return "\(counter.value)"
  }

  program("serial-async-excludes", "async from two threads, one at a time", .correct, ["2"]) {
    let queue = DispatchQueue(label: "serial")
    let counter = Counter()
    threads(2) { _ in queue.async { counter.value += 1 } }
    return "\(queue.sync { counter.value })"
  }

  program("async-orders", "what came before async comes before its block", .correct, ["1"]) {
    let queue = DispatchQueue(label: "serial")
    let counter = Counter()
    let seen = Counter()
    counter.value = 1
    queue.async { seen.value = counter.value }
    queue.sync {}
    return "\(seen.value)"
  }

  program("read-beside-async", "a result read without waiting for its block", .races, ["0", "1"]) {
    let queue = DispatchQueue(label: "serial")
    let counter = Counter()
    queue.async { counter.value = 1 }  // race
    jitter()
    let seen = counter.value  // race
    queue.sync {}
    return "\(seen)"
  }

  program("concurrent-queue", "a concurrent queue excludes nothing", .races, ["1", "2"]) {
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let counter = Counter()
    let group = DispatchGroup()
    for _ in 0..<2 {
      queue.async(group: group) {
        let seen = counter.value  // race
        jitter()
        counter.value = seen + 1  // race
      }
    }
    group.wait()
    return "\(counter.value)"
  }

  program("two-serial-queues", "two serial queues, one counter", .races, ["1", "2"]) {
    let all = [DispatchQueue(label: "first"), DispatchQueue(label: "second")]
    let counter = Counter()
    for queue in all {
      queue.async {
        let seen = counter.value  // race
        jitter()
        counter.value = seen + 1  // race
      }
    }
    for queue in all { queue.sync {} }
    return "\(counter.value)"
  }

  program("concurrent-order", "what starts first may end last", .correct, ["1 2", "2 1"]) {
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let notes = SharedNotes()
    let group = DispatchGroup()
    for item in 1...2 {
      queue.async(group: group) {
        jitter()
        notes.add("\(item)")
      }
    }
    group.wait()
    return notes.text
  }

  program(
    "sync-result", "sync runs on its caller and returns what the block returns", .correct, ["true"]
  ) {
    let queue = DispatchQueue(label: "serial")
    let caller = pthread_self()
    return "\(queue.sync { pthread_equal(caller, pthread_self()) != 0 })"
  }

  program(
    "sync-on-own-serial", "sync onto the serial queue that one is on", .traps("already runs on it"),
    []
  ) {
    let queue = DispatchQueue(label: "serial")
    queue.sync { queue.sync {} }
    return "through"
  }

  program("sync-a-b-a", "sync from a to b and back to a", .traps("already runs on it"), []) {
    let first = DispatchQueue(label: "a")
    let second = DispatchQueue(label: "b")
    first.sync { second.sync { first.sync {} } }
    return "through"
  }

  program(
    "async-then-sync-on-own", "sync onto the queue whose block one is in",
    .traps("already runs on it"), []
  ) {
    let queue = DispatchQueue(label: "serial")
    let done = DispatchSemaphore(value: 0)
    queue.async {
      queue.sync {}
      done.signal()
    }
    done.wait()
    return "through"
  }

  program(
    "sync-on-own-concurrent", "sync onto one's own concurrent queue is legal", .correct, ["through"]
  ) {
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    return queue.sync { queue.sync { "through" } }
  }

  program("queues-in-two-orders", "two queues that sync onto each other", .deadlocks, ["done"]) {
    let first = DispatchQueue(label: "a")
    let second = DispatchQueue(label: "b")
    together(
      {
        first.sync {
          jitter(); second.sync {}
        }
      },
      {
        second.sync {
          jitter(); first.sync {}
        }
      })
    return "done"
  }

  program("sync-item", "sync of a work item keeps the queue's order", .correct, ["1 2"]) {
    let queue = DispatchQueue(label: "serial")
    let notes = Notes()
    queue.async { notes.add("1") }
    queue.sync(execute: DispatchWorkItem { notes.add("2") })
    return notes.text
  }

  program("resumed-too-often", "resume without suspend", .traps("resume"), []) {
    let queue = DispatchQueue(label: "serial")
    queue.resume()
    return "resumed"
  }

  program("released-suspended", "a suspended queue is given up", .traps("suspended"), []) {
    do {
      let queue = DispatchQueue(label: "serial")
      queue.suspend()
    }
    usleep(20_000)
    return "gone"
  }

  program(
    "released-inactive", "a queue is given up that was never activated", .traps("inactive"), []
  ) {
    do { _ = DispatchQueue(label: "inactive", attributes: .initiallyInactive) }
    usleep(20_000)
    return "gone"
  }

  program("queue-values", "a key's value is the queue's, or its target's", .correct, ["1 2 -"]) {
    let key = DispatchSpecificKey<Int>()
    let target = DispatchQueue(label: "target")
    let own = DispatchQueue(label: "own", target: target)
    let plain = DispatchQueue(label: "plain", target: target)
    target.setSpecific(key: key, value: 2)
    own.setSpecific(key: key, value: 1)
    let first = own.sync { DispatchQueue.getSpecific(key: key) }
    let second = plain.sync { DispatchQueue.getSpecific(key: key) }
    let third = DispatchQueue.getSpecific(key: key)
    return [first, second, third].map { $0.map { "\($0)" } ?? "-" }.joined(separator: " ")
  }

  program("main-queue", "the main queue runs on the main thread, in order", .correct, ["true 1 2"])
  {
    let notes = Notes()
    DispatchQueue.main.async { notes.add("\(Thread.isMainThread)") }
    DispatchQueue.main.async { notes.add("1") }
    DispatchQueue.main.sync { notes.add("2") }
    return notes.text
  }

  program(
    "target-excludes", "two queues with one serial target exclude each other", .correct, ["2"]
  ) {
    let target = DispatchQueue(label: "target")
    let all = [
      DispatchQueue(label: "first", target: target), DispatchQueue(label: "second", target: target),
    ]
    let counter = Counter()
    for queue in all { queue.async { counter.value += 1 } }
    for queue in all { queue.sync {} }
    return "\(target.sync { counter.value })"
  }

  program(
    "concurrent-over-serial", "a concurrent queue over a serial target is serial", .correct, ["2"]
  ) {
    let target = DispatchQueue(label: "target")
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent, target: target)
    let counter = Counter()
    let group = DispatchGroup()
    for _ in 0..<2 { queue.async(group: group) { counter.value += 1 } }
    group.wait()
    return "\(counter.value)"
  }

  program("target-concurrent", "two serial queues with one concurrent target", .races, ["1", "2"]) {
    let target = DispatchQueue(label: "target", attributes: .concurrent)
    let all = [
      DispatchQueue(label: "first", target: target), DispatchQueue(label: "second", target: target),
    ]
    let counter = Counter()
    for queue in all {
      queue.async {
        let seen = counter.value  // race
        jitter()
        counter.value = seen + 1  // race
      }
    }
    for queue in all { queue.sync {} }
    return "\(counter.value)"
  }

  program(
    "sync-on-target", "sync from a queue onto its own serial target", .traps("already runs on it"),
    []
  ) {
    let target = DispatchQueue(label: "target")
    let queue = DispatchQueue(label: "queue", target: target)
    queue.sync { target.sync {} }
    return "through"
  }
}
