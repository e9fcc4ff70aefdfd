import Foundation

func foundationThreads() {
  program("thread-dictionary", "each thread has a dictionary of its own", .correct, ["a b"]) {
    let notes = SharedNotes()
    for name in ["a", "b"] {
      Runner {
        Thread.current.threadDictionary["name"] = name
        sched_yield()
        notes.add(Thread.current.threadDictionary["name"] as? String ?? "nothing")
      }.join()
    }
    return notes.sorted
  }

  program("thread-finished", "a thread is finished once its block has returned", .correct, ["true"])
  {
    let thread = Thread {}
    thread.start()
    while !thread.isFinished { usleep(100) }
    return "\(thread.isFinished)"
  }

  program("thread-cancelled", "a thread that looks at its cancellation ends", .correct, ["ended"]) {
    let done = DispatchSemaphore(value: 0)
    let notes = SharedNotes()
    let thread = Thread {
      while !Thread.current.isCancelled { usleep(100) }
      notes.add("ended")
      done.signal()
    }
    thread.start()
    thread.cancel()
    done.wait()
    return notes.text
  }

  program("thread-exit", "Thread.exit() ends the thread where it is", .correct, ["before"]) {
    let notes = SharedNotes()
    let thread = Thread {
      notes.add("before")
      Thread.exit()
      notes.add("after")
    }
    thread.start()
    while !thread.isFinished { usleep(100) }
    return notes.text
  }

  program(
    "notification", "an observer is called on the poster's thread, before post returns", .correct,
    ["1"]
  ) {
    let name = Notification.Name("randori.programs")
    let counter = Counter()
    let token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
      _ in
      counter.value += 1
    }
    NotificationCenter.default.post(name: name, object: nil)
    NotificationCenter.default.removeObserver(token)
    return "\(counter.value)"
  }

  program(
    "notification-races", "two threads post, and the observer is called on both", .races,
    ["1", "2"]
  ) {
    let name = Notification.Name("randori.programs.two")
    let counter = Counter()
    let token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
      _ in
      let seen = counter.value  // race
      jitter()
      counter.value = seen + 1  // race
    }
    threads(2) { _ in NotificationCenter.default.post(name: name, object: nil) }
    NotificationCenter.default.removeObserver(token)
    return "\(counter.value)"
  }
}
