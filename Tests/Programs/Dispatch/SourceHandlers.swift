import Foundation

func sourceHandlers() {
  program("source-or", "flags merged before the handler runs come as one union", .correct, ["5"]) {
    let queue = DispatchQueue(label: "serial")
    let seen = Counter()
    let done = DispatchSemaphore(value: 0)
    let source = DispatchSource.makeUserDataOrSource(queue: queue)
    source.setEventHandler {
      seen.value = Int(source.data)
      done.signal()
    }
    queue.suspend()
    source.resume()
    source.or(data: 1)
    source.or(data: 4)
    queue.resume()
    done.wait()
    source.cancel()
    return queue.sync { "\(seen.value)" }
  }

  program(
    "source-replace", "of values replaced before the handler runs the last one comes", .correct,
    ["4"]
  ) {
    let queue = DispatchQueue(label: "serial")
    let seen = Counter()
    let done = DispatchSemaphore(value: 0)
    let source = DispatchSource.makeUserDataReplaceSource(queue: queue)
    source.setEventHandler {
      seen.value = Int(source.data)
      done.signal()
    }
    queue.suspend()
    source.resume()
    source.replace(data: 1)
    source.replace(data: 4)
    queue.resume()
    done.wait()
    source.cancel()
    return queue.sync { "\(seen.value)" }
  }

  program(
    "source-cancelled-in-handler", "a source that cancels itself delivers nothing more",
    .correct, ["1 cancelled"]
  ) {
    let queue = DispatchQueue(label: "serial")
    let notes = Notes()
    let done = DispatchSemaphore(value: 0)
    let source = DispatchSource.makeUserDataAddSource(queue: queue)
    source.setEventHandler {
      notes.add("\(source.data)")
      source.cancel()
      source.add(data: 1)
    }
    source.setCancelHandler {
      notes.add("cancelled")
      done.signal()
    }
    source.resume()
    source.add(data: 1)
    done.wait()
    return queue.sync { notes.text }
  }

  program(
    "source-cancelled-unresumed", "a source that is cancelled before it is resumed", .correct,
    ["cancelled"]
  ) {
    let queue = DispatchQueue(label: "serial")
    let notes = Notes()
    let done = DispatchSemaphore(value: 0)
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now())
    timer.setEventHandler { notes.add("event") }
    timer.setCancelHandler {
      notes.add("cancelled")
      done.signal()
    }
    timer.cancel()
    timer.resume()
    done.wait()
    return queue.sync { notes.text }
  }

  program(
    "registration-first", "the registration handler comes before every event", .correct,
    ["registered event"]
  ) {
    let queue = DispatchQueue(label: "serial")
    let notes = Notes()
    let done = DispatchSemaphore(value: 0)
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now())
    timer.setRegistrationHandler { notes.add("registered") }
    timer.setEventHandler {
      notes.add("event")
      done.signal()
    }
    timer.resume()
    done.wait()
    timer.cancel()
    return queue.sync { notes.text }
  }

  program("timer-rescheduled", "a handler may schedule its timer anew", .correct, ["2"]) {
    let queue = DispatchQueue(label: "serial")
    let counter = Counter()
    let done = DispatchSemaphore(value: 0)
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now())
    timer.setEventHandler {
      counter.value += 1
      if counter.value == 2 {
        done.signal()
      } else {
        timer.schedule(deadline: .now() + .milliseconds(2))
      }
    }
    timer.resume()
    done.wait()
    timer.cancel()
    return queue.sync { "\(counter.value)" }
  }

  program(
    "timer-suspends-itself", "a handler that suspends its timer is called once", .correct,
    ["1"]
  ) {
    let queue = DispatchQueue(label: "serial")
    let counter = Counter()
    let done = DispatchSemaphore(value: 0)
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now(), repeating: .milliseconds(1))
    timer.setEventHandler {
      counter.value += 1
      timer.suspend()
      done.signal()
    }
    timer.resume()
    done.wait()
    usleep(5_000)
    let seen = queue.sync { counter.value }
    timer.cancel()
    timer.resume()
    return "\(seen)"
  }

  program(
    "timer-released-suspended", "a source is given up while it is suspended",
    .traps("suspended"), []
  ) {
    do {
      let timer = DispatchSource.makeTimerSource()
      timer.schedule(deadline: .now() + 1000)
      timer.setEventHandler {}
      timer.resume()
      timer.suspend()
    }
    usleep(50_000)
    return "done"
  }

  program("after-on-suspended", "a delayed block waits for its suspended queue", .correct, ["0 1"])
  {
    let queue = DispatchQueue(label: "serial")
    let count = Mutexed()
    queue.suspend()
    queue.asyncAfter(deadline: .now() + .milliseconds(1)) { count.add() }
    usleep(10_000)
    let first = count.value
    queue.resume()
    while count.value == 0 { usleep(1_000) }
    return "\(first) \(count.value)"
  }

  program("after-barrier", "a delayed barrier is a barrier", .correct, ["2"]) {
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let counter = Counter()
    let group = DispatchGroup()
    for _ in 0..<2 {
      group.enter()
      queue.asyncAfter(deadline: .now() + .milliseconds(1), flags: .barrier) {
        counter.value += 1
        group.leave()
      }
    }
    group.wait()
    return "\(counter.value)"
  }

  program("after-past", "a deadline that has passed is at once", .correct, ["1"]) {
    let queue = DispatchQueue(label: "serial")
    let counter = Counter()
    let done = DispatchSemaphore(value: 0)
    queue.asyncAfter(deadline: .now() - 1) {
      counter.value += 1
      done.signal()
    }
    done.wait()
    return queue.sync { "\(counter.value)" }
  }
}
