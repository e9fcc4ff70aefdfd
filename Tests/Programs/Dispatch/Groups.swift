import Foundation

func dispatchGroups() {
  program("group-wait", "wait comes after all that is in the group", .correct, ["2"]) {
    let group = DispatchGroup()
    let counters = [Counter(), Counter()]
    for counter in counters { DispatchQueue.global().async(group: group) { counter.value = 1 } }
    group.wait()
    return "\(counters[0].value + counters[1].value)"
  }

  program("group-enter-leave", "by hand it is the same", .correct, ["2"]) {
    let group = DispatchGroup()
    let counters = [Counter(), Counter()]
    for counter in counters {
      group.enter()
      DispatchQueue.global().async {
        counter.value = 1
        group.leave()
      }
    }
    group.wait()
    return "\(counters[0].value + counters[1].value)"
  }

  program(
    "group-entered-late", "a group that is entered in the block is empty too soon", .races,
    ["0", "1"]
  ) {
    let group = DispatchGroup()
    let queue = DispatchQueue(label: "serial")
    let counter = Counter()
    queue.async {
      group.enter()
      counter.value = 1  // race
      group.leave()
    }
    group.wait()
    let seen = counter.value  // race
    queue.sync {}
    return "\(seen)"
  }

  program("group-notify", "notify comes after all that is in the group", .correct, ["2"]) {
    let group = DispatchGroup()
    let queue = DispatchQueue(label: "serial")
    let counters = [Counter(), Counter()]
    let seen = Counter()
    let done = DispatchSemaphore(value: 0)
    for counter in counters { DispatchQueue.global().async(group: group) { counter.value = 1 } }
    group.notify(queue: queue) {
      seen.value = counters[0].value + counters[1].value
      done.signal()
    }
    done.wait()
    return "\(seen.value)"
  }

  program("group-notify-empty", "notify of an empty group comes at once", .correct, ["notified"]) {
    let done = DispatchSemaphore(value: 0)
    DispatchGroup().notify(queue: .global()) { done.signal() }
    done.wait()
    return "notified"
  }

  program("group-notify-again", "a group notifies each time it is empty again", .correct, ["1 2"]) {
    let group = DispatchGroup()
    let queue = DispatchQueue(label: "serial")
    let notes = Notes()
    for item in 1...2 {
      group.enter()
      group.notify(queue: queue) { notes.add("\(item)") }
      group.leave()
    }
    return queue.sync { notes.text }
  }

  program("group-never-left", "a group that nobody leaves", .deadlocks, []) {
    let group = DispatchGroup()
    group.enter()
    group.wait()
    return "through"
  }

  program("group-left-too-often", "leave without enter", .traps("leave"), []) {
    DispatchGroup().leave()
    return "left"
  }

  program(
    "group-in-time", "the group is not empty when the time is up", .correct, ["timedOut success"]
  ) {
    let group = DispatchGroup()
    group.enter()
    let first = group.wait(timeout: .now() + .milliseconds(5))
    group.leave()
    let second = group.wait(timeout: .now())
    return "\(first) \(second)"
  }

  program("group-two-waiters", "two wait for one group", .correct, ["1 1"]) {
    let group = DispatchGroup()
    let counter = Counter()
    let seen = [Counter(), Counter()]
    group.enter()
    let runners = seen.map { seen in
      Runner {
        group.wait()
        seen.value = counter.value
      }
    }
    counter.value = 1
    group.leave()
    for runner in runners { runner.join() }
    return "\(seen[0].value) \(seen[1].value)"
  }

  program(
    "group-last-leaver", "whoever leaves last hands over what waits for the group", .correct,
    (0..<16).map { pattern in (0..<4).map { pattern >> $0 & 1 == 0 ? "n" : "x" }.joined() }
  ) {
    let groups = (0..<4).map { _ in DispatchGroup() }
    let queues = (0..<4).map { DispatchQueue(label: "serial \($0)") }
    let notes = (0..<4).map { _ in Notes() }
    for index in 0..<4 {
      groups[index].enter()
      groups[index].enter()
      groups[index].notify(queue: queues[index]) { notes[index].add("n") }
    }
    together(
      { for group in groups { group.leave() } },
      {
        for index in 0..<4 {
          groups[index].leave()
          queues[index].async { notes[index].add("x") }
        }
      })
    return (0..<4).map { index in queues[index].sync { notes[index].items[0] } }.joined()
  }
}
