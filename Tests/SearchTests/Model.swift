@testable import Search

/// A tiny program for tests: threads that work on locks, shared variables and semaphores. Runs
/// under a strategy the way the real runtime would.
struct Model {
  enum Action: Equatable {
    case lock(Int)
    case unlock(Int)
    case tryLock(Int)
    /// Takes a lock that any number of readers may have at once.
    case readLock(Int)
    case writeLock(Int)
    case readUnlock(Int)
    case writeUnlock(Int)
    /// Reads a variable into the thread's register.
    case read(Int)
    /// Writes the register plus a number.
    case write(Int, plus: Int)
    /// Adds atomically, and remembers the old value.
    case add(Int, Int)
    case post(Int)
    case wait(Int)
    /// Ends everything if a variable is still 0, as a trap does.
    case dieIfZero(Int)
    /// Two possibilities that no thread order decides.
    case toss
  }

  var threads: [[Action]]

  /// What an execution came to: the end of every variable and register, or a deadlock.
  struct Outcome: Hashable {
    var variables: [Int]
    var registers: [Int]
    var isDeadlocked = false
    var isDead = false
  }

  /// Ids of objects by kind, so that none is shared by accident.
  private static func object(_ action: Action) -> UInt32 {
    switch action {
    case .lock(let lock), .unlock(let lock), .tryLock(let lock): UInt32(1 + lock)
    case .read(let variable), .write(let variable, _), .add(let variable, _),
      .dieIfZero(let variable):
      UInt32(101 + variable)
    case .post(let semaphore), .wait(let semaphore): UInt32(201 + semaphore)
    case .readLock(let lock), .writeLock(let lock), .readUnlock(let lock), .writeUnlock(let lock):
      UInt32(301 + lock)
    case .toss: 0
    }
  }

  private static func flags(_ action: Action) -> Operation.Flags {
    switch action {
    case .lock, .writeLock: .takes
    case .unlock, .writeUnlock: .gives
    case .readLock: [.takes, .reads]
    case .readUnlock: [.gives, .reads]
    case .read, .dieIfZero: .reads
    default: []
    }
  }

  /// One execution. Returns its outcome and its choices.
  func run(_ strategy: any Strategy, _ index: Int) -> (Outcome, Schedule, preemptions: Int) {
    let execution = execute(strategy, index)
    return (execution.outcome, execution.schedule, execution.size.preemptions)
  }

  struct Execution {
    var outcome: Outcome
    var schedule: Schedule
    var size: Minimisation.Size
  }

  /// One execution.
  func execute(_ strategy: any Strategy, _ index: Int) -> Execution {
    var next = Array(repeating: 0, count: threads.count)
    var holders: [Int: Int] = [:]
    /// How many read, or -1 for one who writes.
    var readers = Array(repeating: 0, count: 4)
    var variables = Array(repeating: 0, count: 4)
    var semaphores = Array(repeating: 0, count: 4)
    var registers = Array(repeating: 0, count: threads.count)
    var choices: [Schedule.Choice] = []
    var current = 0
    var preemptions = 0
    strategy.beginSchedule(index)
    while true {
      let operations = threads.indices.map { thread in
        next[thread] < threads[thread].count
          ? Operation(
            object: Self.object(threads[thread][next[thread]]),
            flags: Self.flags(threads[thread][next[thread]])) : Operation()
      }
      let enabled = threads.indices.filter { thread in
        guard next[thread] < threads[thread].count else { return false }
        switch threads[thread][next[thread]] {
        case .lock(let lock): return holders[lock] == nil
        case .readLock(let lock): return readers[lock] >= 0
        case .writeLock(let lock): return readers[lock] == 0
        case .wait(let semaphore): return semaphores[semaphore] > 0
        default: return true
        }
      }
      /// Says what threads were about to do when everything ends.
      func end(_ threads: [Int]) {
        guard !threads.isEmpty else { return }
        threads.map(UInt16.init).withUnsafeBufferPointer { ids in
          operations.withUnsafeBufferPointer {
            strategy.stuck(waiting: ids, operations: $0.baseAddress!)
          }
        }
      }
      guard !enabled.isEmpty else {
        let waiting = threads.indices.filter { next[$0] < threads[$0].count }
        end(waiting)
        return Execution(
          outcome: Outcome(
            variables: variables, registers: registers, isDeadlocked: !waiting.isEmpty),
          schedule: Schedule(choices),
          size: .init(preemptions: preemptions, steps: next.reduce(0, +)))
      }
      let thread = enabled.map(UInt16.init).withUnsafeBufferPointer { ids in
        operations.withUnsafeBufferPointer { operations in
          let decision = Decision(
            enabled: ids.baseAddress!, count: ids.count, current: current,
            currentIsEnabled: enabled.contains(current), operations: operations.baseAddress!)
          let thread = strategy.choose(decision)
          if decision.preempts(thread) { preemptions += 1 }
          return thread
        }
      }
      precondition(enabled.contains(thread), "a strategy chose a thread that cannot go on")
      if enabled.count > 1 { choices.append(.thread(thread)) }
      switch threads[thread][next[thread]] {
      case .lock(let lock): holders[lock] = thread
      case .unlock(let lock): holders[lock] = nil
      case .tryLock(let lock):
        registers[thread] = registers[thread] * 3 + (holders[lock] == nil ? 1 : 2)
      case .readLock(let lock): readers[lock] += 1
      case .readUnlock(let lock): readers[lock] -= 1
      case .writeLock(let lock): readers[lock] = -1
      case .writeUnlock(let lock): readers[lock] = 0
      case .read(let variable): registers[thread] = variables[variable]
      case .dieIfZero(let variable) where variables[variable] == 0:
        end(threads.indices.filter { $0 != thread && next[$0] < threads[$0].count })
        return Execution(
          outcome: Outcome(variables: variables, registers: registers, isDead: true),
          schedule: Schedule(choices),
          size: .init(preemptions: preemptions, steps: next.reduce(1, +)))
      case .dieIfZero: break
      case .write(let variable, let number): variables[variable] = registers[thread] + number
      case .add(let variable, let number):
        registers[thread] = registers[thread] * 10 + variables[variable]
        variables[variable] += number
      case .post(let semaphore): semaphores[semaphore] += 1
      case .wait(let semaphore): semaphores[semaphore] -= 1
      case .toss:
        let value = strategy.pick(thread: thread, count: 2)
        choices.append(.value(value))
        registers[thread] = registers[thread] * 2 + value
      }
      next[thread] += 1
      current = thread
    }
  }

  /// Everything a strategy meets.
  struct Exploration {
    var outcomes: Set<Outcome> = []
    var schedules = 0
    var redundant = 0
    var isFinished = false
    /// The first schedule for each outcome.
    var first: [Outcome: (schedule: Schedule, preemptions: Int)] = [:]
  }

  func explore(_ strategy: some Strategy, limit: Int = 1_000_000) -> Exploration {
    var result = Exploration()
    for index in 0..<limit {
      let (outcome, schedule, preemptions) = run(strategy, index)
      result.outcomes.insert(outcome)
      if result.first[outcome] == nil { result.first[outcome] = (schedule, preemptions) }
      if strategy.isRedundant { result.redundant += 1 } else { result.schedules += 1 }
      if !strategy.endSchedule() {
        result.isFinished = true
        break
      }
    }
    return result
  }

  /// Every order there is.
  func exploreFully() -> Exploration { exploreBounded(.max) }

  /// Every order with so many preemptions.
  func exploreBounded(_ bound: Int) -> Exploration {
    let memory = SearchMemory.unshared()
    defer { memory.deallocate() }
    return explore(BoundedSearch(bound: bound, memory: memory))
  }

  /// Every order that can matter.
  func exploreExhaustively() -> Exploration {
    let memory = SearchMemory.unshared()
    defer { memory.deallocate() }
    return explore(Exhaustive(memory: memory))
  }

  /// A lock section that adds to a variable in two steps.
  static func critical(lock: Int, variable: Int, plus number: Int) -> [Action] {
    [.lock(lock), .read(variable), .write(variable, plus: number), .unlock(lock)]
  }

  /// A random program that is small enough to be explored fully. Unlocks what it locks.
  static func random(seed: UInt64) -> Model {
    var random = SearchRandom(seed: seed, index: 0)
    let count = 2 + random.below(2)
    /// Whether there is a read-write lock.
    let shares = !seed.isMultiple(of: 2)
    return Model(
      threads: (0..<count).map { _ in
        var actions: [Action] = []
        var held: [Int] = []
        /// The unlock of the read-write lock that is held.
        var sharing: Action?
        for _ in 0..<((count == 2 ? 5 : 3) - (shares ? 1 : 0)) {
          switch random.below(shares ? 11 : 9) {
          case 0, 1:
            let lock = random.below(2)
            if held.contains(lock) { continue }
            held.append(lock)
            actions.append(.lock(lock))
          case 2:
            if let lock = held.popLast() { actions.append(.unlock(lock)) }
          case 3: actions.append(.read(random.below(2)))
          case 4: actions.append(.write(random.below(2), plus: 1 + random.below(3)))
          case 5: actions.append(.add(random.below(2), 1))
          case 6: actions.append(.tryLock(random.below(2)))
          case 7: actions.append(.post(random.below(2)))
          case 8, 9:
            if let unlock = sharing {
              actions.append(unlock)
              sharing = nil
            } else {
              let writes = random.below(3) == 0
              actions.append(writes ? .writeLock(0) : .readLock(0))
              sharing = writes ? .writeUnlock(0) : .readUnlock(0)
            }
          default: actions.append(random.below(3) == 0 ? .wait(random.below(2)) : .toss)
          }
        }
        return actions + (sharing.map { [$0] } ?? []) + held.reversed().map { .unlock($0) }
      })
  }
}
