import Foundation

/// Runs the current run loop until `isDone`, or for a second at most.
private func run(until isDone: () -> Bool) {
  let end = Date(timeIntervalSinceNow: 1)
  while !isDone(), Date() < end { _ = RunLoop.current.run(mode: .default, before: end) }
}

func timers() {
  program("timer-repeats", "a timer ticks until it is invalidated", .correct, ["3 false"]) {
    let counter = Counter()
    let timer = Timer.scheduledTimer(withTimeInterval: 0.001, repeats: true) { timer in
      counter.value += 1
      if counter.value == 3 { timer.invalidate() }
    }
    run { !timer.isValid }
    return "\(counter.value) \(timer.isValid)"
  }

  program(
    "loop-timer-once", "a timer that does not repeat is invalid after its tick", .correct,
    ["1 false"]
  ) {
    let counter = Counter()
    let timer = Timer.scheduledTimer(withTimeInterval: 0.001, repeats: false) { _ in
      counter.value += 1
    }
    run { !timer.isValid }
    return "\(counter.value) \(timer.isValid)"
  }

  program(
    "timer-fire", "fire() calls at once, and ends one that does not repeat", .correct, ["1 false"]
  ) {
    let counter = Counter()
    let timer = Timer(timeInterval: 1000, repeats: false) { _ in counter.value += 1 }
    timer.fire()
    return "\(counter.value) \(timer.isValid)"
  }

  program(
    "timer-tolerance", "on Linux a tolerance is not kept; a tick comes all the same", .correct,
    ["0.0 1"]
  ) {
    let counter = Counter()
    let timer = Timer(
      fire: Date(timeIntervalSinceNow: 0.001), interval: 0.001, repeats: true
    ) { timer in
      counter.value += 1
      timer.invalidate()
    }
    timer.tolerance = 0.0005
    RunLoop.current.add(timer, forMode: .default)
    run { !timer.isValid }
    return "\(timer.tolerance) \(counter.value)"
  }

  program("timer-order", "timers tick in the order of their dates", .correct, ["1 2 3"]) {
    let notes = Notes()
    for delay in [3, 1, 2] {
      let date = Date(timeIntervalSinceNow: Double(delay) / 200)
      let timer = Timer(fire: date, interval: 0, repeats: false) { _ in notes.add("\(delay)") }
      RunLoop.current.add(timer, forMode: .default)
    }
    run { notes.items.count == 3 }
    return notes.text
  }

  program(
    "timer-on-a-dead-loop", "a timer on a thread whose run loop never runs does not tick", .correct,
    ["0"]
  ) {
    let counter = Counter()
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
      Timer.scheduledTimer(withTimeInterval: 0.001, repeats: true) { _ in counter.value += 1 }
    }
    group.wait()
    usleep(5_000)
    return "\(counter.value)"
  }

  program(
    "timer-invalidated-elsewhere", "a timer that another thread invalidates ticks once more or not",
    .correct, ["0", "1"]
  ) {
    let counter = Counter()
    let timer = Timer(fire: Date(), interval: 1000, repeats: true) { _ in counter.value += 1 }
    let keeper = Timer(timeInterval: 1000, repeats: true) { _ in }
    keeper.fireDate = Date(timeIntervalSinceNow: 1000)
    RunLoop.current.add(keeper, forMode: .default)
    RunLoop.current.add(timer, forMode: .default)
    let other = Runner { timer.invalidate() }
    RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.002))
    other.join()
    keeper.invalidate()
    return "\(counter.value)"
  }

  program("debounce", "of three calls in a row the last one counts", .correct, ["3"]) {
    let queue = DispatchQueue(label: "debounce")
    let notes = Notes()
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var pending: DispatchWorkItem?
    func call(_ value: Int) {
      queue.async {
        pending?.cancel()
        let item = DispatchWorkItem {
          notes.add("\(value)")
          done.signal()
        }
        pending = item
        queue.asyncAfter(deadline: .now() + .milliseconds(20), execute: item)
      }
    }
    for value in 1...3 { call(value) }
    done.wait()
    return queue.sync { notes.text }
  }

  program("loop-timer-races", "a timer's block and another thread", .races, ["1"]) {
    let counter = Counter()
    let timer = Timer.scheduledTimer(withTimeInterval: 0.0001, repeats: false) { _ in
      counter.value = 1  // race
    }
    let other = Runner {
      usleep(100)
      jitter()
      let late = counter.value + 1  // race
      precondition(late > 0)
    }
    let seen = counter.value
    run { !timer.isValid }
    other.join()
    return "\(seen == 0 && counter.value == 1 ? 1 : 0)"
  }
}
