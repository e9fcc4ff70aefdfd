import Foundation

func tasks() {
  program("task-value", "a task's value comes after all that it did", .correct, ["1"]) {
    let counter = Counter()
    await Task.detached { counter.value = 1 }.value
    return "\(counter.value)"
  }

  program("task-beside", "a task that nobody waits for", .races, ["0", "1"]) {
    let counter = Counter()
    let task = Task.detached { counter.value = 1 }  // race
    jitter()
    let seen = counter.value  // race
    await task.value
    return "\(seen)"
  }

  program("task-group", "a group ends when its children have", .correct, ["6"]) {
    let sum = await withTaskGroup(of: Int.self) { group in
      for item in 1...3 { group.addTask { item } }
      return await group.reduce(0, +)
    }
    return "\(sum)"
  }

  program("task-group-order", "children come as they end", .correct, ["1 2", "2 1"]) {
    await withTaskGroup(of: Int.self) { group in
      for item in 1...2 {
        group.addTask {
          jitter()
          return item
        }
      }
      var notes: [String] = []
      for await item in group { notes.append("\(item)") }
      return notes.joined(separator: " ")
    }
  }

  program("task-group-races", "children that change what they share", .races, ["1", "2"]) {
    let counter = Counter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask {
          let seen: Int
          seen = counter.value  // race
          jitter()
          counter.value = seen + 1  // race
        }
      }
    }
    return "\(counter.value)"
  }

  program("task-group-slots", "each child writes its own place", .correct, ["3"]) {
    let counters = [Counter(), Counter()]
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<2 { group.addTask { counters[index].value = index + 1 } }
    }
    return "\(counters[0].value + counters[1].value)"
  }

  program("failing-group", "an error cancels the other children", .correct, ["cancelled"]) {
    struct Failure: Error {}
    let notes = SharedNotes()
    try? await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        do { try await Task.sleep(for: .seconds(100)) } catch { notes.add("cancelled") }
      }
      group.addTask { throw Failure() }
      for try await _ in group {}
    }
    return notes.text
  }

  program("async-let", "two async lets", .correct, ["3"]) {
    async let first = 1
    async let second = 2
    return "\(await first + second)"
  }

  program("async-let-races", "the parent looks before it awaits", .races, ["0", "1"]) {
    let counter = Counter()
    func set() async { counter.value = 1 }  // race
    async let child: Void = set()
    jitter()
    let seen = counter.value  // race
    await child
    return "\(seen)"
  }

  program(
    "async-let-dropped", "an async let that nobody awaits is cancelled and waited for", .correct,
    ["cancelled"]
  ) {
    let notes = SharedNotes()
    func wait() async {
      do { try await Task.sleep(for: .seconds(100)) } catch { notes.add("cancelled") }
    }
    do { async let _ = wait() }
    return notes.text
  }

  program(
    "task-local", "a task-local value goes to children, not to detached tasks", .correct, ["1 0"]
  ) {
    enum Values { @TaskLocal static var value = 0 }
    return await Values.$value.withValue(1) {
      async let child = Values.value
      let detached = await Task.detached { Values.value }.value
      return "\(await child) \(detached)"
    }
  }

  program("cancelled-before", "a task cancelled before it looks", .correct, ["true"]) {
    let go = DispatchSemaphore(value: 0)
    let task = Task.detached {
      go.wait()
      return Task.isCancelled
    }
    task.cancel()
    go.signal()
    return "\(await task.value)"
  }

  program("cancelled-beside", "a task cancelled while it looks", .correct, ["false", "true"]) {
    let task = Task.detached {
      jitter()
      return Task.isCancelled
    }
    jitter()
    task.cancel()
    return "\(await task.value)"
  }

  program("cancelled-sleep", "cancelling ends a sleep", .correct, ["cancelled"]) {
    let task = Task.detached {
      do {
        try await Task.sleep(for: .seconds(100))
        return "slept"
      } catch { return "cancelled" }
    }
    task.cancel()
    return await task.value
  }

  program(
    "cancellation-handler", "the handler runs once, however cancelling comes", .correct, ["1"]
  ) {
    let notes = SharedNotes()
    let task = Task.detached {
      await withTaskCancellationHandler {
        try? await Task.sleep(for: .seconds(100))
      } onCancel: {
        notes.add("x")
      }
    }
    task.cancel()
    task.cancel()
    await task.value
    return "\(notes.text.split(separator: " ").count)"
  }

  program("sleep-order", "who sleeps longer wakes later", .correct, ["1 2"]) {
    let notes = SharedNotes()
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        try? await Task.sleep(for: .milliseconds(300))
        notes.add("2")
      }
      group.addTask {
        try? await Task.sleep(for: .milliseconds(2))
        notes.add("1")
      }
    }
    return notes.text
  }

  program("sleep-not-before", "a sleep is as long as it must be", .correct, ["true"]) {
    let time = await ContinuousClock().measure { try? await Task.sleep(for: .milliseconds(3)) }
    return "\(time >= .milliseconds(3))"
  }

  program("yield", "a task that yields comes back", .correct, ["back"]) {
    await Task.yield()
    return "back"
  }
}
