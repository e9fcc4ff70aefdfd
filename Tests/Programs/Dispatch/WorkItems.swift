import Foundation

func workItems() {
  program("item-wait", "waiting for an item orders", .correct, ["1"]) {
    let counter = Counter()
    let item = DispatchWorkItem { counter.value = 1 }
    DispatchQueue.global().async(execute: item)
    item.wait()
    return "\(counter.value)"
  }

  program("item-cancelled", "what is cancelled before it begins does not run", .correct, ["0 true"])
  {
    let queue = DispatchQueue(label: "serial")
    let counter = Counter()
    let item = DispatchWorkItem { counter.value = 1 }
    item.cancel()
    queue.async(execute: item)
    return queue.sync { "\(counter.value) \(item.isCancelled)" }
  }

  program(
    "item-cancelled-late", "cancelling beside the start: it runs or it does not", .correct,
    ["0", "1"]
  ) {
    let queue = DispatchQueue(label: "serial")
    let counter = Counter()
    let item = DispatchWorkItem { counter.value = 1 }
    queue.async(execute: item)
    jitter()
    item.cancel()
    return queue.sync { "\(counter.value)" }
  }

  program(
    "cancelled-item-completes", "a cancelled item still ends a wait, and notifies", .correct,
    ["0 1"]
  ) {
    let queue = DispatchQueue(label: "serial")
    let counter = Counter()
    let notified = Counter()
    let done = DispatchSemaphore(value: 0)
    let item = DispatchWorkItem { counter.value = 1 }
    item.notify(queue: queue) {
      notified.value += 1
      done.signal()
    }
    item.cancel()
    queue.async(execute: item)
    item.wait()
    done.wait()
    return queue.sync { "\(counter.value) \(notified.value)" }
  }

  program("item-notify", "notify comes after the item", .correct, ["item notified"]) {
    let notes = Notes()
    let done = DispatchSemaphore(value: 0)
    let item = DispatchWorkItem { notes.add("item") }
    item.notify(queue: .global()) {
      notes.add("notified")
      done.signal()
    }
    DispatchQueue.global().async(execute: item)
    done.wait()
    return notes.text
  }

  program("item-perform", "an item that is performed runs on its caller", .correct, ["true"]) {
    let caller = pthread_self()
    let counter = Counter()
    let item = DispatchWorkItem { counter.value = Int(pthread_equal(caller, pthread_self())) }
    item.perform()
    return "\(counter.value != 0)"
  }

  program("item-never-submitted", "waiting for an item that nobody runs", .deadlocks, []) {
    DispatchWorkItem {}.wait()
    return "through"
  }

  program("item-wait-in-time", "the item has not run when the time is up", .correct, ["timedOut"]) {
    let item = DispatchWorkItem {}
    return "\(item.wait(timeout: .now() + .milliseconds(5)))"
  }

  program("item-cancel-seen", "a running item is told that it was cancelled", .correct, ["true"]) {
    let started = DispatchSemaphore(value: 0)
    let cancelled = DispatchSemaphore(value: 0)
    let seen = Counter()
    var item: DispatchWorkItem!
    item = DispatchWorkItem { [unowned seen] in
      started.signal()
      cancelled.wait()
      seen.value = item.isCancelled ? 1 : 0
    }
    let held = item!
    DispatchQueue.global().async(execute: held)
    started.wait()
    held.cancel()
    cancelled.signal()
    held.wait()
    item = nil
    return "\(seen.value == 1)"
  }

  program("items-race", "two items on a global queue", .races, ["1", "2"]) {
    let counter = Counter()
    let items = (0..<2).map { _ in
      DispatchWorkItem {
        let seen = counter.value  // race
        jitter()
        counter.value = seen + 1  // race
      }
    }
    for item in items { DispatchQueue.global().async(execute: item) }
    for item in items { item.wait() }
    return "\(counter.value)"
  }
}
