import Foundation

private actor Guarded {
  var value = 0
  let notes: SharedNotes
  init(_ notes: SharedNotes) { self.notes = notes }
  func set() { value += 1 }
  isolated deinit { notes.add("\(value)") }
}

@MainActor private final class OnMain {
  let notes: SharedNotes
  let done: DispatchSemaphore
  nonisolated init(_ notes: SharedNotes, _ done: DispatchSemaphore) {
    self.notes = notes
    self.done = done
  }
  isolated deinit {
    notes.add(Thread.isMainThread ? "main" : "elsewhere")
    done.signal()
  }
}

private enum Local {
  @TaskLocal static var name = "none"
}

private struct Failure: Error {}

func taskLifetimes() {
  program(
    "discarding-group", "a discarding group ends when all its children have", .correct, ["1 2"]
  ) {
    let (first, second) = (Counter(), Counter())
    await withDiscardingTaskGroup { group in
      group.addTask { first.value = 1 }
      group.addTask { second.value = 2 }
    }
    return "\(first.value) \(second.value)"
  }

  program(
    "discarding-group-races", "the body of a discarding group reads beside its child", .races,
    ["0", "1"]
  ) {
    let counter = Counter()
    return await withDiscardingTaskGroup(returning: String.self) { group in
      group.addTask { counter.value = 1 }  // race
      jitter()
      let seen = counter.value  // race
      return "\(seen)"
    }
  }

  program(
    "discarding-group-fails", "the first error cancels the others, and is thrown", .correct,
    ["cancelled thrown"]
  ) {
    let notes = SharedNotes()
    do {
      try await withThrowingDiscardingTaskGroup { group in
        group.addTask {
          do { try await Task.sleep(for: .seconds(100)) } catch { notes.add("cancelled") }
        }
        group.addTask { throw Failure() }
      }
    } catch { notes.add("thrown") }
    return notes.text
  }

  program(
    "group-in-discarding-group", "groups within groups end before what follows them", .correct,
    ["2"]
  ) {
    let counters = [Counter(), Counter()]
    await withDiscardingTaskGroup { outer in
      for counter in counters {
        outer.addTask {
          await withDiscardingTaskGroup { inner in inner.addTask { counter.value += 1 } }
        }
      }
    }
    return "\(counters[0].value + counters[1].value)"
  }

  program(
    "handler-sees", "the handler sees what was written before it was set up", .correct,
    ["1", "none"]
  ) {
    let seen = SharedNotes()
    let task = Task.detached {
      let counter = Counter()
      counter.value = 1
      await withTaskCancellationHandler {
        jitter()
      } onCancel: {
        seen.add("\(counter.value)")
      }
    }
    jitter()
    task.cancel()
    await task.value
    return seen.text.isEmpty ? "none" : seen.text
  }

  program(
    "handler-is-over", "what a handler wrote is there once its scope is left", .correct, ["0", "1"]
  ) {
    let task = Task.detached {
      let counter = Counter()
      await withTaskCancellationHandler {
        jitter()
      } onCancel: {
        counter.value = 1
      }
      return counter.value
    }
    jitter()
    task.cancel()
    return "\(await task.value)"
  }

  program(
    "handler-races", "a handler runs beside the scope that it is set up for", .races, ["0", "1"]
  ) {
    let task = Task.detached {
      let counter = Counter()
      return await withTaskCancellationHandler {
        jitter()
        let seen = counter.value  // race
        return seen
      } onCancel: {
        counter.value = 1  // race
      }
    }
    jitter()
    task.cancel()
    return "\(await task.value)"
  }

  program(
    "handler-of-child", "cancelling a task calls the handlers of its children", .correct, ["child"]
  ) {
    let notes = SharedNotes()
    let task = Task.detached {
      async let child: Void = withTaskCancellationHandler {
        try? await Task.sleep(for: .seconds(100))
      } onCancel: {
        notes.add("child")
      }
      await child
    }
    task.cancel()
    await task.value
    return notes.text
  }

  program(
    "handler-when-cancelled", "a handler that is set up too late runs at once", .correct,
    ["handler body"]
  ) {
    let notes = Notes()
    let task = Task.detached {
      while !Task.isCancelled { await Task.yield() }
      await withTaskCancellationHandler {
        notes.add("body")
      } onCancel: {
        notes.add("handler")
      }
    }
    task.cancel()
    await task.value
    return notes.text
  }

  program(
    "immediate-task", "Task.immediate runs on its caller up to its first suspension", .correct,
    ["task after"]
  ) {
    let notes = Notes()
    let task = Task.immediate { notes.add("task") }
    notes.add("after")
    await task.value
    return notes.text
  }

  program(
    "immediate-task-suspends", "after that it runs like any other task", .races, ["0", "1"]
  ) {
    let counter = Counter()
    let task = Task.immediateDetached {
      await Task.yield()
      counter.value = 1  // race
    }
    jitter()
    let seen = counter.value  // race
    await task.value
    return "\(seen)"
  }

  program(
    "isolated-deinit", "an actor's isolated deinit sees what the actor did", .correct, ["1"]
  ) {
    let notes = SharedNotes()
    do {
      let guarded = Guarded(notes)
      await guarded.set()
    }
    while notes.text.isEmpty { await Task.yield() }
    return notes.text
  }

  program(
    "isolated-deinit-main", "an isolated deinit of the main actor runs on the main thread",
    .correct, ["main"]
  ) {
    let notes = SharedNotes()
    let done = DispatchSemaphore(value: 0)
    do { _ = OnMain(notes, done) }
    done.wait()
    return notes.text
  }

  program("detached-order", "detached tasks come in any order", .correct, ["1 2", "2 1"]) {
    let notes = SharedNotes()
    let tasks = (1...2).map { index in
      Task.detached {
        jitter()
        notes.add("\(index)")
      }
    }
    for task in tasks { await task.value }
    return notes.text
  }

  program(
    "priority-of-waiter", "a task that a more urgent one awaits is escalated", .correct, ["true"]
  ) {
    let go = DispatchSemaphore(value: 0)
    let low = Task.detached(priority: .background) {
      go.wait()
      return Task.currentPriority.rawValue
    }
    let high = Task.detached(priority: .high) {
      go.signal()
      return await low.value
    }
    let seen = await high.value
    return "\([TaskPriority.background.rawValue, TaskPriority.high.rawValue].contains(seen))"
  }

  program(
    "task-local-nested", "a task-local value is bound for the scope alone", .correct,
    ["none outer inner outer none"]
  ) {
    let notes = Notes()
    notes.add(Local.name)
    await Local.$name.withValue("outer") {
      notes.add(Local.name)
      await Local.$name.withValue("inner") {
        await Task.yield()
        notes.add(Local.name)
      }
      notes.add(Local.name)
    }
    notes.add(Local.name)
    return notes.text
  }

  program("task-local-task", "Task { } inherits task-local values", .correct, ["here none"]) {
    await Local.$name.withValue("here") {
      let inherits = await Task { Local.name }.value
      let detached = await Task.detached { Local.name }.value
      return "\(inherits) \(detached)"
    }
  }

  program("clocks-agree", "both clocks are as far after a sleep", .correct, ["true true"]) {
    let (continuous, suspending) = (ContinuousClock.now, SuspendingClock.now)
    try? await Task.sleep(for: .milliseconds(3))
    let first = ContinuousClock.now - continuous >= .milliseconds(3)
    let second = SuspendingClock.now - suspending >= .milliseconds(3)
    return "\(first) \(second)"
  }

  program(
    "sleep-until", "a sleep until an instant that has passed does not wait", .correct,
    ["true true"]
  ) {
    let start = ContinuousClock.now
    try? await Task.sleep(until: start - .seconds(1), clock: .continuous)
    let past = ContinuousClock.now - start < .seconds(1)
    try? await Task.sleep(until: SuspendingClock.now + .milliseconds(2), clock: .suspending)
    return "\(past) \(ContinuousClock.now - start >= .milliseconds(2))"
  }

  program(
    "cancelled-value", "cancelling who awaits a task does not end the wait", .correct, ["1 true"]
  ) {
    let go = DispatchSemaphore(value: 0)
    let inner = Task.detached {
      go.wait()
      return 1
    }
    let outer = Task.detached { "\(await inner.value) \(Task.isCancelled)" }
    outer.cancel()
    go.signal()
    return await outer.value
  }

  program(
    "group-cancelled-adds", "a cancelled group adds no task unless cancelled", .correct,
    ["false true"]
  ) {
    await withTaskGroup(of: Bool.self) { group in
      group.cancelAll()
      let added = group.addTaskUnlessCancelled { true }
      group.addTask { Task.isCancelled }
      var last = false
      for await value in group { last = value }
      return "\(added) \(last)"
    }
  }

  program("wait-for-all", "waitForAll comes after all children", .correct, ["2"]) {
    let counters = [Counter(), Counter()]
    return await withTaskGroup(of: Void.self) { group in
      for counter in counters { group.addTask { counter.value = 1 } }
      await group.waitForAll()
      return "\(counters[0].value + counters[1].value)"
    }
  }

  program("unstructured-in-actor", "Task { } within an actor runs on that actor", .correct, ["2"]) {
    let counter = ActorCounter()
    let tasks = [await counter.addLater(), await counter.addLater()]
    for task in tasks { await task.value }
    return "\(await counter.value)"
  }
}

private actor ActorCounter {
  var value = 0
  func addLater() -> Task<Void, Never> { Task { value += 1 } }
}
