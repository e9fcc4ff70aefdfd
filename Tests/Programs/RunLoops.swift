import Foundation

/// A thread with a run loop of its own, which runs until it is stopped.
private final class Looper: @unchecked Sendable {
  private(set) var loop: RunLoop!
  private let ready = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)
  private var isStopped = false

  init(_ begin: @escaping () -> Void = {}) {
    Thread.detachNewThread { [self] in
      loop = .current
      // Without anything to wait for a run loop ends at once.
      let keeper = Timer(timeInterval: 1e6, repeats: true) { _ in }
      loop.add(keeper, forMode: .default)
      begin()
      ready.signal()
      while !isStopped { _ = loop.run(mode: .default, before: .distantFuture) }
      keeper.invalidate()
      ended.signal()
    }
    ready.wait()
  }

  /// Hands a block over, and sees to it that the loop looks at it.
  func perform(_ block: @escaping @Sendable () -> Void) {
    loop.perform(block)
    wake()
  }

  func wake() {
    let timer = Timer(fire: Date(), interval: 0, repeats: false) { _ in }
    loop.add(timer, forMode: .default)
  }

  func stop() {
    perform { [self] in
      isStopped = true
      loop._stop()
    }
    ended.wait()
  }
}

func runLoops() {
  program("loop-without-work", "a run loop with nothing to wait for ends", .correct, ["false"]) {
    "\(RunLoop.current.run(mode: .default, before: .distantFuture))"
  }

  program("loop-until", "a run loop runs until a date", .correct, ["true true"]) {
    let timer = Timer.scheduledTimer(withTimeInterval: 1e6, repeats: true) { _ in }
    let end = Date(timeIntervalSinceNow: 0.005)
    RunLoop.current.run(until: end)
    let late = Date() >= end
    let ran = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.001))
    timer.invalidate()
    return "\(late) \(ran)"
  }

  program(
    "loop-performs", "blocks run in the order in which they were handed over", .correct, ["1 2"]
  ) {
    let notes = Notes()
    RunLoop.current.perform { notes.add("1") }
    RunLoop.current.perform { notes.add("2") }
    _ = RunLoop.current.run(mode: .default, before: Date())
    return notes.text
  }

  program("loop-mode", "a block of another mode waits for that mode", .correct, ["other"]) {
    let notes = Notes()
    let other = RunLoop.Mode("other")
    RunLoop.current.perform(inModes: [other]) { notes.add("other") }
    _ = RunLoop.current.run(mode: .default, before: Date())
    if notes.items.isEmpty { _ = RunLoop.current.run(mode: other, before: Date()) }
    return notes.text
  }

  program("loop-on-a-thread", "two threads hand blocks to a third one's run loop", .correct, ["2"])
  {
    let looper = Looper()
    let counter = Counter()
    together(
      { looper.perform { counter.value += 1 } },
      { looper.perform { counter.value += 1 } })
    looper.stop()
    return "\(counter.value)"
  }

  program("loop-races", "a run loop's thread and the one that reads beside it", .races, ["0", "1"])
  {
    let looper = Looper()
    let counter = Counter()
    looper.perform { counter.value = 1 }  // race
    jitter()
    let seen = counter.value  // race
    looper.stop()
    return "\(seen)"
  }

  program("main-loop-timer", "a timer of the main run loop", .correct, ["main"]) {
    let done = DispatchSemaphore(value: 0)
    let notes = Notes()
    let timer = Timer(fire: Date(timeIntervalSinceNow: 0.001), interval: 0, repeats: false) { _ in
      notes.add(Thread.isMainThread ? "main" : "elsewhere")
      done.signal()
    }
    RunLoop.main.add(timer, forMode: .default)
    DispatchQueue.main.async {}
    done.wait()
    return notes.text
  }

  program(
    "main-loop-and-queue", "the main queue and the main run loop take turns on one thread",
    .correct, ["queue timer", "timer queue"]
  ) {
    let both = DispatchGroup()
    let notes = Notes()
    both.enter()
    DispatchQueue.main.async {
      let timer = Timer(fire: Date(), interval: 0, repeats: false) { _ in
        notes.add("timer")
        both.leave()
      }
      RunLoop.main.add(timer, forMode: .default)
    }
    both.enter()
    DispatchQueue.main.async {
      notes.add("queue")
      both.leave()
    }
    both.wait()
    return notes.text
  }

  program("loop-in-loop", "a run loop that runs within its own callback", .correct, ["in out"]) {
    let notes = Notes()
    let outer = Timer(fire: Date(), interval: 0, repeats: false) { _ in
      let inner = Timer(fire: Date(), interval: 0, repeats: false) { _ in notes.add("in") }
      RunLoop.current.add(inner, forMode: .default)
      while notes.items.isEmpty {
        _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 1))
      }
      notes.add("out")
    }
    RunLoop.current.add(outer, forMode: .default)
    while notes.items.count < 2 {
      _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 1))
    }
    return notes.text
  }
}
