import Foundation

/// Runs an actor's jobs on a serial queue of Dispatch.
private final class QueueExecutor: SerialExecutor, TaskExecutor, @unchecked Sendable {
  let queue: DispatchQueue
  init(_ label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async {
      job.runSynchronously(
        isolatedTo: self.asUnownedSerialExecutor(), taskExecutor: self.asUnownedTaskExecutor())
    }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
  func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}

/// Runs tasks on a queue of Dispatch, and is no actor's executor.
private final class PoolExecutor: TaskExecutor, @unchecked Sendable {
  let queue: DispatchQueue
  init(_ queue: DispatchQueue) { self.queue = queue }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Runs jobs on a thread of its own, one after the other.
private final class ThreadExecutor: SerialExecutor, @unchecked Sendable {
  private let condition = NSCondition()
  private var jobs: [UnownedJob] = []
  private var ended = false
  private var runner: Runner?

  init() { runner = Runner { [unowned self] in serve() } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    condition.lock()
    jobs.append(job)
    condition.signal()
    condition.unlock()
  }

  private func serve() {
    while true {
      condition.lock()
      while jobs.isEmpty && !ended { condition.wait() }
      let job = jobs.isEmpty ? nil : jobs.removeFirst()
      condition.unlock()
      guard let job else { return }
      job.runSynchronously(on: asUnownedSerialExecutor())
    }
  }

  func stop() {
    condition.lock()
    ended = true
    condition.signal()
    condition.unlock()
    runner?.join()
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}

private actor QueueActor {
  private let executor: QueueExecutor
  var value = 0
  init(_ executor: QueueExecutor) { self.executor = executor }
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func add() { value += 1 }
  func addToShared(_ counter: Counter) { counter.value += 1 }
  func isOnQueue() -> Bool {
    dispatchPrecondition(condition: .onQueue(executor.queue))
    return true
  }
}

private actor ThreadActor {
  private let executor: ThreadExecutor
  var value = 0
  init(_ executor: ThreadExecutor) { self.executor = executor }
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  func add() { value += 1 }
}

func executors() {
  program("actor-on-queue", "an actor whose executor is a serial queue excludes", .correct, ["2"]) {
    let actor = QueueActor(QueueExecutor("actor"))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 { group.addTask { await actor.add() } }
    }
    return "\(await actor.value)"
  }

  program("actor-runs-on-queue", "its methods run on that queue", .correct, ["true"]) {
    "\(await QueueActor(QueueExecutor("actor")).isOnQueue())"
  }

  program(
    "actors-share-executor", "two actors with one executor exclude each other", .correct, ["2"]
  ) {
    let executor = QueueExecutor("both")
    let (first, second) = (QueueActor(executor), QueueActor(executor))
    let counter = Counter()
    async let a: Void = first.addToShared(counter)
    async let b: Void = second.addToShared(counter)
    _ = await (a, b)
    return "\(counter.value)"
  }

  program(
    "actors-of-two-executors", "two actors with an executor each do not", .races, ["1", "2"]
  ) {
    let counter = Counter()
    let actors = (0..<2).map { _ in QueueActor(QueueExecutor("one")) }
    func racingAdd(on actor: isolated QueueActor, _ counter: Counter) {
      let seen = counter.value  // race
      jitter()
      counter.value = seen + 1  // race
    }
    await withTaskGroup(of: Void.self) { group in
      for actor in actors { group.addTask { await racingAdd(on: actor, counter) } }
    }
    return "\(counter.value)"
  }

  program("actor-on-thread", "an actor whose executor is a thread of its own", .correct, ["2"]) {
    let executor = ThreadExecutor()
    let actor = ThreadActor(executor)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 { group.addTask { await actor.add() } }
    }
    let value = await actor.value
    executor.stop()
    return "\(value)"
  }

  program(
    "task-executor", "a task that prefers an executor runs on its queue", .correct, ["true"]
  ) {
    let executor = PoolExecutor(DispatchQueue(label: "preferred"))
    let task = Task(executorPreference: executor) {
      dispatchPrecondition(condition: .onQueue(executor.queue))
      return true
    }
    return "\(await task.value)"
  }

  program(
    "task-executor-serial", "tasks that prefer one serial queue exclude each other", .correct, ["2"]
  ) {
    let executor = PoolExecutor(DispatchQueue(label: "preferred"))
    let counter = Counter()
    let tasks = (0..<2).map { _ in
      Task.detached(executorPreference: executor) { counter.value += 1 }
    }
    for task in tasks { await task.value }
    return "\(counter.value)"
  }

  program(
    "task-executor-concurrent", "tasks that prefer one concurrent queue do not", .races, ["1", "2"]
  ) {
    let executor = PoolExecutor(DispatchQueue(label: "preferred", attributes: .concurrent))
    let counter = Counter()
    let tasks = (0..<2).map { _ in
      Task.detached(executorPreference: executor) {
        let seen: Int
        seen = counter.value  // race
        jitter()
        counter.value = seen + 1  // race
      }
    }
    for task in tasks { await task.value }
    return "\(counter.value)"
  }

  program(
    "with-task-executor", "a preference holds for the body, and for its child tasks", .correct,
    ["true 2"]
  ) {
    let executor = PoolExecutor(DispatchQueue(label: "preferred"))
    let counter = Counter()
    let inside = await withTaskExecutorPreference(executor) {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<2 { group.addTask { counter.value += 1 } }
      }
      await Task.yield()
      dispatchPrecondition(condition: .onQueue(executor.queue))
      return true
    }
    return "\(inside) \(counter.value)"
  }

  program(
    "default-actor-on-preference",
    "a default actor runs on its caller's preferred executor, and "
      + "excludes all the same", .correct, ["2"]
  ) {
    let executor = PoolExecutor(DispatchQueue(label: "preferred", attributes: .concurrent))
    let actor = PlainActor()
    let tasks = (0..<2).map { _ in
      Task.detached(executorPreference: executor) { await actor.add() }
    }
    for task in tasks { await task.value }
    return "\(await actor.value)"
  }
}

private actor PlainActor {
  var value = 0
  func add() { value += 1 }
}
