import Foundation

func itemFlags() {
  program("item-barrier-async", "an item's own barrier flag holds for async", .correct, ["2"]) {
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let counter = Counter()
    let items = (0..<2).map { _ in DispatchWorkItem(flags: .barrier) { counter.value += 1 } }
    for item in items { queue.async(execute: item) }
    for item in items { item.wait() }
    return "\(counter.value)"
  }

  program(
    "item-barrier-sync", "an item's own barrier flag holds for sync too", .correct, ["2"]
  ) {
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let counter = Counter()
    threads(2) { _ in
      let item = DispatchWorkItem(flags: .barrier) {
        let seen = counter.value
        jitter()
        counter.value = seen + 1
      }
      queue.sync(execute: item)
    }
    return "\(counter.value)"
  }

  program(
    "item-flags", "flags of quality of service and context change no order", .correct, ["1 2 3 4"]
  ) {
    let queue = DispatchQueue(label: "serial")
    let notes = Notes()
    let flags: [DispatchWorkItemFlags] = [
      .enforceQoS, .detached, .assignCurrentContext, [.inheritQoS, .noQoS],
    ]
    for (index, flag) in flags.enumerated() {
      queue.async(
        execute: DispatchWorkItem(qos: .background, flags: flag) {
          notes.add("\(index + 1)")
        })
    }
    return queue.sync { notes.text }
  }

  program(
    "item-notify-cancelled", "what is cancelled notifies once it would have run", .correct,
    ["before item notified", "before notified"]
  ) {
    let queue = DispatchQueue(label: "serial")
    let notes = Notes()
    let done = DispatchSemaphore(value: 0)
    let item = DispatchWorkItem { notes.add("item") }
    item.notify(queue: queue) {
      notes.add("notified")
      done.signal()
    }
    queue.async { notes.add("before") }
    queue.async(execute: item)
    item.cancel()
    done.wait()
    return queue.sync { notes.text }
  }

  program(
    "notify-item-cancelled", "a notification that is cancelled does not run", .correct, ["item"]
  ) {
    let queue = DispatchQueue(label: "serial")
    let notes = Notes()
    let group = DispatchGroup()
    let notification = DispatchWorkItem { notes.add("notified") }
    group.enter()
    group.notify(queue: queue, work: notification)
    notification.cancel()
    queue.async {
      notes.add("item")
      group.leave()
    }
    queue.sync {}
    return queue.sync { notes.text }
  }

  program("item-runs-twice", "an item runs as often as it is handed over", .correct, ["2"]) {
    let queue = DispatchQueue(label: "serial")
    let counter = Counter()
    let item = DispatchWorkItem { counter.value += 1 }
    queue.async(execute: item)
    queue.async(execute: item)
    return "\(queue.sync { counter.value })"
  }

  program("item-waited-twice", "an item is waited for once", .traps("waited"), []) {
    let item = DispatchWorkItem {}
    DispatchQueue.global().async(execute: item)
    item.wait()
    item.wait()
    return "done"
  }

  program(
    "item-after-wait-again", "an item that was waited for cannot run again", .traps("again"), []
  ) {
    let queue = DispatchQueue(label: "serial")
    let item = DispatchWorkItem {}
    queue.async(execute: item)
    item.wait()
    queue.async(execute: item)
    queue.sync {}
    return "done"
  }

  program(
    "item-cancels-itself", "an item that cancels itself runs on to its end", .correct, ["1 true 1"]
  ) {
    let queue = DispatchQueue(label: "serial")
    let counter = Counter()
    var item: DispatchWorkItem?
    item = DispatchWorkItem {
      item!.cancel()
      counter.value += 1
    }
    queue.async(execute: item!)
    let first = queue.sync { "\(counter.value) \(item!.isCancelled)" }
    queue.async(execute: item!)
    let second = queue.sync { counter.value }
    item = nil
    return "\(first) \(second)"
  }

  program(
    "group-enter-in-notify", "entering again in a notification makes the group busy again",
    .correct, ["1 2"]
  ) {
    let queue = DispatchQueue(label: "serial")
    let notes = SharedNotes()
    let group = DispatchGroup()
    let ended = DispatchSemaphore(value: 0)
    group.enter()
    group.notify(queue: queue) {
      notes.add("1")
      group.enter()
      queue.async { group.leave() }
      group.notify(queue: queue) {
        notes.add("2")
        ended.signal()
      }
    }
    group.leave()
    ended.wait()
    return notes.text
  }

  program(
    "group-notify-order", "notifications come in the order they were asked for", .correct,
    ["1 2 3"]
  ) {
    let queue = DispatchQueue(label: "serial")
    let notes = Notes()
    let group = DispatchGroup()
    group.enter()
    for index in 1...3 { group.notify(queue: queue) { notes.add("\(index)") } }
    group.leave()
    return queue.sync { notes.text }
  }

  program(
    "group-leave-orders-notify", "what each member did comes before the notification", .correct,
    ["2"]
  ) {
    let group = DispatchGroup()
    let (first, second) = (Counter(), Counter())
    let done = DispatchSemaphore(value: 0)
    let sum = Counter()
    DispatchQueue.global().async(group: group) { first.value = 1 }
    DispatchQueue.global().async(group: group) { second.value = 1 }
    group.notify(queue: .global()) {
      sum.value = first.value + second.value
      done.signal()
    }
    done.wait()
    return "\(sum.value)"
  }

  program(
    "group-released-entered", "a group that is given up while it is entered", .correct,
    ["gone"]
  ) {
    do {
      let group = DispatchGroup()
      group.enter()
      withExtendedLifetime(group) {}
    }
    return "gone"
  }

  program(
    "semaphore-zero-overused", "a semaphore of zero can be signalled beyond its start",
    .correct, ["3"]
  ) {
    let semaphore = DispatchSemaphore(value: 0)
    for _ in 0..<3 { semaphore.signal() }
    var taken = 0
    while semaphore.wait(timeout: .now()) == .success { taken += 1 }
    return "\(taken)"
  }

  program(
    "semaphore-signal-says", "signal says whether it woke somebody", .correct,
    ["0 true"]
  ) {
    let semaphore = DispatchSemaphore(value: 0)
    let first = semaphore.signal()
    semaphore.wait()
    let waiting = Runner { semaphore.wait() }
    usleep(20_000)
    let woke = semaphore.signal()
    waiting.join()
    return "\(first) \(woke != 0)"
  }

  program("apply-nested", "concurrentPerform within concurrentPerform", .correct, ["6"]) {
    let count = Mutexed()
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
      DispatchQueue.concurrentPerform(iterations: 3) { _ in count.add() }
    }
    return "\(count.value)"
  }

  program(
    "apply-on-serial", "concurrentPerform within a serial queue's item does not wait for the queue",
    .correct, ["2"]
  ) {
    let queue = DispatchQueue(label: "serial")
    let count = Mutexed()
    queue.sync { DispatchQueue.concurrentPerform(iterations: 2) { _ in count.add() } }
    return "\(count.value)"
  }

  program("apply-sync-inside", "indices that sync onto one serial queue", .correct, ["3"]) {
    let queue = DispatchQueue(label: "serial")
    let counter = Counter()
    DispatchQueue.concurrentPerform(iterations: 3) { _ in queue.sync { counter.value += 1 } }
    return "\(counter.value)"
  }

  program(
    "apply-sync-on-own", "an index that syncs onto the queue of the caller",
    .traps("wait for itself"), []
  ) {
    let queue = DispatchQueue(label: "serial")
    queue.sync {
      DispatchQueue.concurrentPerform(iterations: 2) { _ in queue.sync {} }
    }
    return "done"
  }
}
