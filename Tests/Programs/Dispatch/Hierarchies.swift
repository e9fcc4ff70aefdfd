import Foundation

func hierarchies() {
  program(
    "barrier-syncs-down", "a barrier syncs onto the serial target of another queue", .correct, ["2"]
  ) {
    let target = DispatchQueue(label: "target")
    let first = DispatchQueue(label: "first", attributes: .concurrent)
    let second = DispatchQueue(label: "second", target: target)
    let counter = Counter()
    first.async(flags: .barrier) { second.sync { counter.value += 1 } }
    second.async { counter.value += 1 }
    first.sync(flags: .barrier) {}
    return "\(target.sync { counter.value })"
  }

  program(
    "barrier-syncs-onto-target", "a barrier syncs onto its own queue's serial target",
    .traps("wait for itself"), []
  ) {
    let target = DispatchQueue(label: "target")
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent, target: target)
    queue.sync(flags: .barrier) { target.sync {} }
    return "done"
  }

  program(
    "barrier-on-own-target",
    "what runs on a concurrent target waits for itself when it barriers it",
    .deadlocks, []
  ) {
    let target = DispatchQueue(label: "target", attributes: .concurrent)
    let above = DispatchQueue(label: "above", attributes: .concurrent, target: target)
    let group = DispatchGroup()
    above.async(group: group) { target.sync(flags: .barrier) {} }
    group.wait()
    return "done"
  }

  program(
    "barrier-above-concurrent", "a barrier of a queue excludes nothing of its concurrent target",
    .races, ["1", "2"]
  ) {
    let target = DispatchQueue(label: "target", attributes: .concurrent)
    let above = DispatchQueue(label: "above", attributes: .concurrent, target: target)
    let counter = Counter()
    let group = DispatchGroup()
    above.async(group: group, flags: .barrier) {
      let seen = counter.value  // race
      jitter()
      counter.value = seen + 1  // race
    }
    target.async(group: group) {
      let seen = counter.value  // race
      jitter()
      counter.value = seen + 1  // race
    }
    group.wait()
    return "\(counter.value)"
  }

  program(
    "target-barrier-excludes-above", "a target's barrier is alone among what its queues do",
    .correct, ["2"]
  ) {
    let target = DispatchQueue(label: "target", attributes: .concurrent)
    let above = DispatchQueue(label: "above", target: target)
    let counter = Counter()
    let group = DispatchGroup()
    above.async(group: group) { counter.value += 1 }
    target.async(group: group, flags: .barrier) { counter.value += 1 }
    group.wait()
    return "\(counter.value)"
  }

  program(
    "sync-respects-target-barrier", "sync from above waits for a barrier of the target", .correct,
    ["2"]
  ) {
    let target = DispatchQueue(label: "target", attributes: .concurrent)
    let above = DispatchQueue(label: "above", target: target)
    let counter = Counter()
    together(
      { above.sync { counter.value += 1 } },
      { target.sync(flags: .barrier) { counter.value += 1 } })
    return "\(counter.value)"
  }

  program(
    "activated", "a queue that is made inactive runs nothing before it is activated", .correct,
    ["before item"]
  ) {
    let queue = DispatchQueue(label: "late", attributes: .initiallyInactive)
    let notes = Notes()
    queue.async { notes.add("item") }
    jitter()
    notes.add("before")
    queue.activate()
    return queue.sync { notes.text }
  }

  program("activated-twice", "activating twice is as good as once", .correct, ["1"]) {
    let queue = DispatchQueue(label: "late", attributes: [.concurrent, .initiallyInactive])
    let counter = Counter()
    queue.activate()
    queue.activate()
    queue.sync(flags: .barrier) { counter.value += 1 }
    return "\(counter.value)"
  }

  program(
    "suspended-inactive", "a queue that is suspended before it is activated needs both", .correct,
    ["0 0 1"]
  ) {
    let queue = DispatchQueue(label: "late", attributes: .initiallyInactive)
    let count = Mutexed()
    queue.suspend()
    queue.async { count.add() }
    let first = count.value
    queue.activate()
    jitter()
    let second = count.value
    queue.resume()
    queue.sync {}
    return "\(first) \(second) \(count.value)"
  }

  program(
    "retargeted-inactive", "an inactive queue can be given a target, which then excludes",
    .correct, ["2"]
  ) {
    let target = DispatchQueue(label: "target")
    let queue = DispatchQueue(label: "late", attributes: [.concurrent, .initiallyInactive])
    let counter = Counter()
    queue.setTarget(queue: target)
    queue.activate()
    let group = DispatchGroup()
    queue.async(group: group) { counter.value += 1 }
    target.async(group: group) { counter.value += 1 }
    group.wait()
    return "\(counter.value)"
  }

  program(
    "retargeted-active", "the target of an active queue that was made with one cannot change",
    .traps("target"), []
  ) {
    let target = DispatchQueue(label: "target")
    let queue = DispatchQueue(label: "queue", target: target)
    queue.sync {}
    queue.setTarget(queue: DispatchQueue(label: "other"))
    return "done"
  }

  program(
    "sync-on-suspended", "sync onto a suspended queue waits until another thread resumes it",
    .correct, ["resumed sync"]
  ) {
    let queue = DispatchQueue(label: "serial")
    let notes = SharedNotes()
    queue.suspend()
    let runner = Runner {
      jitter()
      notes.add("resumed")
      queue.resume()
    }
    queue.sync { notes.add("sync") }
    runner.join()
    return notes.text
  }

  program("sync-on-inactive", "sync onto a queue that nobody activates", .deadlocks, []) {
    let queue = DispatchQueue(label: "late", attributes: .initiallyInactive)
    queue.sync {}
    return "done"
  }

  program(
    "suspended-from-within", "an item that suspends its queue is the last one to run", .correct,
    ["1"]
  ) {
    let queue = DispatchQueue(label: "serial")
    let count = Mutexed()
    let ran = DispatchSemaphore(value: 0)
    queue.async {
      count.add()
      queue.suspend()
      ran.signal()
    }
    queue.async { count.add() }
    ran.wait()
    jitter()
    let seen = count.value
    queue.resume()
    queue.sync {}
    return "\(seen)"
  }

  program(
    "three-levels", "two queues three levels above one serial queue exclude each other", .correct,
    ["2"]
  ) {
    let bottom = DispatchQueue(label: "bottom")
    let middle = DispatchQueue(label: "middle", attributes: .concurrent, target: bottom)
    let queues = (0..<2).map {
      DispatchQueue(label: "top \($0)", attributes: .concurrent, target: middle)
    }
    let counter = Counter()
    let group = DispatchGroup()
    for queue in queues { queue.async(group: group) { counter.value += 1 } }
    group.wait()
    return "\(counter.value)"
  }

  program(
    "precondition-above", "code on a queue is on that queue's target too", .correct, ["passed"]
  ) {
    let target = DispatchQueue(label: "target")
    let queue = DispatchQueue(label: "queue", target: target)
    queue.sync { dispatchPrecondition(condition: .onQueue(target)) }
    queue.sync { dispatchPrecondition(condition: .onQueue(queue)) }
    target.sync { dispatchPrecondition(condition: .notOnQueue(queue)) }
    return "passed"
  }

  program(
    "precondition-fails", "code on a target is not on the queue above it",
    .traps("expected to run on the queue"), []
  ) {
    let target = DispatchQueue(label: "target")
    let queue = DispatchQueue(label: "queue", target: target)
    target.sync { dispatchPrecondition(condition: .onQueue(queue)) }
    return "passed"
  }

  program(
    "precondition-barrier", "a reader does not run as a barrier", .traps("as a barrier"), []
  ) {
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    queue.sync { dispatchPrecondition(condition: .onQueueAsBarrier(queue)) }
    return "passed"
  }
}
