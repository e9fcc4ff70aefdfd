import Foundation

func sources() {
  program("timer-once", "a timer fires when its time has come", .correct, ["1"]) {
    let queue = DispatchQueue(label: "serial")
    let counter = Counter()
    let done = DispatchSemaphore(value: 0)
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + .milliseconds(2))
    timer.setEventHandler {
      counter.value += 1
      done.signal()
    }
    timer.resume()
    done.wait()
    timer.cancel()
    return queue.sync { "\(counter.value)" }
  }

  program(
    "timer-cancelled", "the cancel handler runs once, on the queue, after the last event", .correct,
    ["event event cancelled"]
  ) {
    let queue = DispatchQueue(label: "serial")
    let notes = Notes()
    let done = DispatchSemaphore(value: 0)
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now(), repeating: .milliseconds(2))
    timer.setEventHandler {
      notes.add("event")
      if notes.items.count == 2 { timer.cancel() }
    }
    timer.setCancelHandler {
      notes.add("cancelled")
      done.signal()
    }
    timer.resume()
    done.wait()
    timer.cancel()
    return queue.sync { notes.text }
  }

  program("timer-late", "ticks that a busy queue missed come as one", .correct, ["true"]) {
    let queue = DispatchQueue(label: "serial")
    let counter = Counter()
    let done = DispatchSemaphore(value: 0)
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + .milliseconds(2), repeating: .milliseconds(5))
    timer.setEventHandler {
      counter.value = Int(timer.data)
      timer.cancel()
    }
    timer.setCancelHandler { done.signal() }
    queue.async { usleep(40_000) }
    timer.resume()
    done.wait()
    return "\(counter.value > 1)"
  }

  program("timer-suspended", "a timer that was never resumed does not fire", .correct, ["0"]) {
    let counter = Counter()
    let timer = DispatchSource.makeTimerSource(queue: .global())
    timer.schedule(deadline: .now() + .milliseconds(1))
    timer.setEventHandler { counter.value = 1 }
    usleep(10_000)
    let seen = counter.value
    timer.cancel()
    timer.resume()
    return "\(seen)"
  }

  program("timer-resumed-too-often", "a source that is resumed twice", .traps("resume"), []) {
    let timer = DispatchSource.makeTimerSource(queue: .global())
    timer.schedule(deadline: .distantFuture)
    timer.setEventHandler {}
    timer.resume()
    timer.resume()
    usleep(20_000)
    return "resumed"
  }

  program(
    "timer-released-inactive", "a source is given up that was never resumed",
    .traps("released before"), []
  ) {
    do { _ = DispatchSource.makeTimerSource(queue: .global()) }
    usleep(20_000)
    return "gone"
  }

  program("added-data", "data added before the handler runs comes as one sum", .correct, ["3"]) {
    let queue = DispatchQueue(label: "serial")
    let counter = Counter()
    let source = DispatchSource.makeUserDataAddSource(queue: queue)
    source.setEventHandler { counter.value += Int(source.data) }
    source.resume()
    source.add(data: 1)
    jitter()
    source.add(data: 2)
    while queue.sync(execute: { counter.value }) < 3 { usleep(1000) }
    source.cancel()
    return "\(queue.sync { counter.value })"
  }

  program("timer-races", "a handler on a global queue, and a reader", .races, ["0", "1"]) {
    let counter = Counter()
    let done = DispatchSemaphore(value: 0)
    let timer = DispatchSource.makeTimerSource(queue: .global())
    timer.schedule(deadline: .now())
    timer.setEventHandler {
      counter.value = 1  // race
      done.signal()
    }
    timer.resume()
    jitter()
    let seen = counter.value  // race
    done.wait()
    timer.cancel()
    return "\(seen)"
  }
}
