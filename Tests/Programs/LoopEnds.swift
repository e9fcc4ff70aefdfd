import Foundation

func loopEnds() {
  program(
    "loop-stopped", "CFRunLoopStop from another thread ends the loop, timers or not", .correct,
    ["true"]
  ) {
    let ended = DispatchSemaphore(value: 0)
    let ready = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var loop: RunLoop!
    Thread.detachNewThread {
      let keeper = Timer(timeInterval: 1e6, repeats: true) { _ in }
      loop = .current
      loop.add(keeper, forMode: .default)
      // Once it runs, so that a stop is not too early.
      loop.perform { ready.signal() }
      _ = loop.run(mode: .default, before: .distantFuture)
      keeper.invalidate()
      ended.signal()
    }
    ready.wait()
    loop._stop()
    return "\(ended.wait(timeout: .now() + 20) == .success)"
  }

  program(
    "loop-stopped-early", "a stop before the loop runs is forgotten or ends its first pass",
    .correct, ["true"]
  ) {
    let keeper = Timer(timeInterval: 1e6, repeats: true) { _ in }
    RunLoop.current.add(keeper, forMode: .default)
    RunLoop.current._stop()
    let ran = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.002))
    keeper.invalidate()
    return "\(ran)"
  }

  program("timer-in-mode", "a timer of one mode does not tick in another", .correct, ["0 1"]) {
    let counter = Counter()
    let other = RunLoop.Mode("other")
    let keeper = Timer(timeInterval: 1e6, repeats: true) { _ in }
    RunLoop.current.add(keeper, forMode: .default)
    let timer = Timer(fire: Date(), interval: 0, repeats: false) { _ in counter.value += 1 }
    RunLoop.current.add(timer, forMode: other)
    RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.002))
    let first = counter.value
    while counter.value == 0 {
      _ = RunLoop.current.run(mode: other, before: Date(timeIntervalSinceNow: 1))
    }
    keeper.invalidate()
    return "\(first) \(counter.value)"
  }

  program(
    "timer-in-common-modes", "a timer of the common modes ticks in the default mode", .correct,
    ["1"]
  ) {
    let counter = Counter()
    let timer = Timer(fire: Date(), interval: 0, repeats: false) { _ in counter.value += 1 }
    RunLoop.current.add(timer, forMode: .common)
    while counter.value == 0 {
      _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 1))
    }
    return "\(counter.value)"
  }

  program("timer-moved", "a timer whose date is moved ticks then", .correct, ["true 1"]) {
    let counter = Counter()
    let timer = Timer(timeInterval: 1e6, repeats: false) { _ in counter.value += 1 }
    RunLoop.current.add(timer, forMode: .default)
    let start = Date()
    timer.fireDate = start.addingTimeInterval(0.002)
    while counter.value == 0 {
      _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 1))
    }
    return "\(Date().timeIntervalSince(start) >= 0.0015) \(counter.value)"
  }

  program(
    "timer-late-ticks", "a repeating timer that a busy loop missed ticks once for all",
    .correct, ["1"]
  ) {
    let counter = Counter()
    let timer = Timer(fire: Date(timeIntervalSinceNow: 0.3), interval: 0.3, repeats: true) { _ in
      counter.value += 1
    }
    RunLoop.current.add(timer, forMode: .default)
    usleep(1_000_000)
    _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.05))
    timer.invalidate()
    return "\(counter.value)"
  }

  program("main-perform", "RunLoop.main.perform runs on the main thread", .correct, ["true"]) {
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var isMain = false
    RunLoop.main.perform {
      isMain = Thread.isMainThread
      done.signal()
    }
    // Whoever performs does not wake the loop.
    DispatchQueue.main.async {}
    done.wait()
    return "\(isMain)"
  }

  program(
    "main-actor-on-main", "the main actor is the main thread and the main queue", .correct,
    ["true"]
  ) {
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var isMain = false
    Task { @MainActor in
      dispatchPrecondition(condition: .onQueue(.main))
      isMain = Thread.isMainThread
      done.signal()
    }
    done.wait()
    return "\(isMain)"
  }

  program("main-sync", "sync onto the main queue waits for the main thread", .correct, ["1 2"]) {
    let notes = Notes()
    DispatchQueue.main.async { notes.add("1") }
    DispatchQueue.main.sync { notes.add("2") }
    return notes.text
  }

  program(
    "main-sync-on-main", "sync onto the main queue from the main thread",
    .traps("wait for itself"), []
  ) {
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.main.async {
      DispatchQueue.main.sync {}
      done.signal()
    }
    done.wait()
    return "done"
  }

  program(
    "dispatch-main-elsewhere", "on Linux dispatchMain() keeps whatever thread calls it", .deadlocks,
    []
  ) {
    dispatchMain()
  }

  program(
    "dispatch-main-in-item", "dispatchMain() within an item of the main queue",
    .traps("its thread ends while the queue"), []
  ) {
    DispatchQueue.main.async { dispatchMain() }
    DispatchSemaphore(value: 0).wait()
    return "done"
  }

  program(
    "dispatch-main", "after dispatchMain() other threads serve the main queue", .correct,
    ["false"], cold: true
  ) {
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var isMain = true
    let timer = Timer(fire: Date(), interval: 0, repeats: false) { _ in dispatchMain() }
    RunLoop.main.add(timer, forMode: .default)
    // The loop looks at its timers once something wakes it.
    DispatchQueue.main.async {}
    usleep(20_000)
    DispatchQueue.main.async {
      isMain = Thread.isMainThread
      done.signal()
    }
    done.wait()
    return "\(isMain)"
  }
}
