import Foundation

func dispatchTime() {
  program("after-order", "what is due earlier comes earlier", .correct, ["1 2 3"]) {
    let queue = DispatchQueue(label: "serial")
    let notes = Notes()
    let done = DispatchSemaphore(value: 0)
    let now = DispatchTime.now()
    queue.asyncAfter(deadline: now + .milliseconds(60)) {
      notes.add("3")
      done.signal()
    }
    queue.asyncAfter(deadline: now + .milliseconds(30)) { notes.add("2") }
    queue.async { notes.add("1") }
    done.wait()
    return notes.text
  }

  program("after-not-before", "asyncAfter waits as long as it must", .correct, ["true"]) {
    let start = DispatchTime.now()
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.global().asyncAfter(deadline: start + .milliseconds(5)) { done.signal() }
    done.wait()
    return "\(DispatchTime.now() >= start + .milliseconds(5))"
  }

  program("after-wall", "a wall clock deadline", .correct, ["true"]) {
    let start = DispatchWallTime.now()
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.global().asyncAfter(wallDeadline: start + .milliseconds(5)) { done.signal() }
    done.wait()
    return "\(DispatchWallTime.now() >= start + .milliseconds(5))"
  }

  program(
    "after-cancelled", "an item that is cancelled before it is due does not run", .correct, ["0"]
  ) {
    let queue = DispatchQueue(label: "serial")
    let counter = Counter()
    let item = DispatchWorkItem { counter.value = 1 }
    queue.asyncAfter(deadline: .now() + .milliseconds(20), execute: item)
    item.cancel()
    usleep(40_000)
    return queue.sync { "\(counter.value)" }
  }

  program(
    "after-races", "a delayed block is not ordered by the delay", .races, ["0"], beyond: ["1"]
  ) {
    let counter = Counter()
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) {
      counter.value = 1  // race
      done.signal()
    }
    let seen = counter.value  // race
    done.wait()
    return "\(seen)"
  }

  program("usleep", "a sleeping thread lets others go on", .correct, ["others first"]) {
    let notes = SharedNotes()
    let runner = Runner {
      usleep(200_000)
      notes.add("first")
    }
    Runner { notes.add("others") }.join()
    runner.join()
    return notes.text
  }
}
