/// Every schedule that differs in the order of two conflicting operations, without a bound.
///
/// Dynamic partial-order reduction with sleep sets: a schedule runs, and where two of its operations
/// conflict and could have come the other way round, the other way is added. When it ends by itself,
/// every outcome of a race-free program was met.
///
/// Sources: Flanagan and Godefroid, "Dynamic partial-order reduction for model checking software"
/// (POPL 2005), for where to branch; Abdulla, Aronis, Jonsson and Sagonas, "Optimal dynamic
/// partial order reduction" (POPL 2014), for branching only where no thread chosen already
/// leads to the same order (source sets). Deviations: locks are enabled while they are free, so a
/// lock is compared with the lock before it, never with the unlock between; when it isn't clear who
/// could begin the other order, everyone does.
package final class Exhaustive: Strategy {
  struct Node {
    var operation: Operation
    var enabled: UInt64
    /// Threads that need not be tried here: what they lead to was seen.
    var sleep: UInt64
    /// Threads that must be.
    var wanted: UInt64
    var done: UInt64
    var chosen: UInt16
    /// For a choice that isn't one of threads: how many possibilities; 0 otherwise.
    var values: UInt16
    /// The event before this one on the same object, plus 1.
    var previous: UInt32
    var previous2: UInt32
    /// Its number among its thread's events.
    var ordinal: UInt32
    /// What it touched beyond what it named. See `Touches`.
    var touched: UInt64 = 0
    /// Of `sleep` and of `done`, those whose step touched something so.
    var touching: UInt64 = 0
  }
  struct Header {
    var length: Int
    var finished: Bool
    var overflowed: Bool
    /// How far the schedule under way has come.
    var depth: Int
    /// Schedules that were begun.
    var begun: UInt32 = 0
    /// Whether the schedule under way repeats another one.
    var isRedundant = false
  }
  static let width = 64

  let header: UnsafeMutablePointer<Header>
  let nodes: UnsafeMutablePointer<Node>
  /// For each event, how many events of each thread come before it; `width` numbers an event.
  let eventClocks: UnsafeMutablePointer<UInt32>
  /// The same for each thread's next event.
  let threadClocks: UnsafeMutablePointer<UInt32>
  let capacity: Int
  /// The last event on each object, plus 1, in `lastStamp`'s schedule.
  let lastEvent: UnsafeMutablePointer<UInt32>
  let lastStamp: UnsafeMutablePointer<UInt32>
  static let objectLimit = 1 << 16

  var depth: Int {
    get { header.pointee.depth }
    set { header.pointee.depth = newValue }
  }
  /// Steps before this one were looked at in an earlier schedule.
  var freshFrom = 0
  var stamp: UInt32 = 0
  var sleeping: UInt64 = 0
  var known: UInt64 = 0
  /// Threads that were met and have made no step yet.
  private var unstarted: UInt64 = 0
  var running = 0
  /// The step under way, and what it has touched so far beyond what it named.
  var current = -1
  var touches: UInt64 = 0
  /// Of `sleeping`, those whose step touched something so, and what, for the first few threads.
  var sleepingTouching: UInt64 = 0
  let sleepingMasks: UnsafeMutablePointer<UInt64>
  /// The same at each node, for those that sleep there or are done.
  let nodeMasks: UnsafeMutablePointer<UInt64>
  /// Threads whose touches are kept one by one; of others only that there were any.
  static let maskedThreads = 16
  var lastOfAll = 0
  /// What comes before everything after the last settling.
  let settledClock: UnsafeMutablePointer<UInt32>
  package private(set) var isRedundant: Bool {
    get { header.pointee.isRedundant }
    set { header.pointee.isRedundant = newValue }
  }

  package init(memory: SearchMemory) {
    var offset = 0
    header = memory.carve(Header.self, count: 1, at: &offset)
    threadClocks = memory.carve(UInt32.self, count: Self.width * Self.width, at: &offset)
    settledClock = memory.carve(UInt32.self, count: Self.width, at: &offset)
    lastEvent = memory.carve(UInt32.self, count: Self.objectLimit, at: &offset)
    lastStamp = memory.carve(UInt32.self, count: Self.objectLimit, at: &offset)
    sleepingMasks = memory.carve(UInt64.self, count: Self.maskedThreads, at: &offset)
    let each =
      MemoryLayout<Node>.stride + Self.width * MemoryLayout<UInt32>.stride
      + Self.maskedThreads * MemoryLayout<UInt64>.stride
    capacity = (memory.byteCount - offset - 512) / each
    nodes = memory.carve(Node.self, count: capacity, at: &offset)
    eventClocks = memory.carve(UInt32.self, count: capacity * Self.width, at: &offset)
    nodeMasks = memory.carve(UInt64.self, count: capacity * Self.maskedThreads, at: &offset)
    lastStamp.update(repeating: 0, count: Self.objectLimit)
    header.pointee = Header(length: 0, finished: false, overflowed: false, depth: 0)
  }

  package var isExhausted: Bool { header.pointee.finished && !header.pointee.overflowed }

  package func beginSchedule(_ index: Int) {
    depth = 0
    // Not the index: a search that pauses goes on where it was.
    header.pointee.begun &+= 1
    stamp = header.pointee.begun
    sleeping = 0
    known = 1
    unstarted = 0
    running = 0
    current = -1
    touches = 0
    sleepingTouching = 0
    lastOfAll = 0
    freshFrom = header.pointee.length - 1
    settledClock.update(repeating: 0, count: Self.width)
    isRedundant = false
    threadClocks.update(repeating: 0, count: Self.width)
  }

  package func choose(_ decision: Decision) -> Int {
    if isRedundant { return decision.unhurried }
    completeStep()
    guard depth < capacity, Int(decision.enabled[decision.count - 1]) < Self.width else {
      header.pointee.overflowed = true
      return decision.unhurried
    }
    var enabled: UInt64 = 0
    for index in 0..<decision.count { enabled |= 1 << UInt64(decision.enabled[index]) }
    meet(decision)
    if depth >= header.pointee.length {
      let awake = enabled & ~sleeping
      guard awake != 0 else {
        isRedundant = true
        return decision.unhurried
      }
      let easy = decision.unhurried
      let first = awake & (1 << UInt64(easy)) != 0 ? easy : awake.trailingZeroBitCount
      nodes[depth] = Node(
        operation: Operation(), enabled: enabled, sleep: sleeping, wanted: 1 << UInt64(first),
        done: 0, chosen: UInt16(first), values: 0, previous: 0, previous2: 0, ordinal: 0,
        touching: sleepingTouching)
      keepMasks(at: depth)
      header.pointee.length = depth + 1
    }
    let thread = Int(nodes[depth].chosen)
    guard enabled & (1 << UInt64(thread)) != 0, nodes[depth].values == 0 else {
      // Not the program that ran before: nothing can be said of the rest.
      header.pointee.overflowed = true
      return decision.unhurried
    }
    perform(thread, decision.operations)
    depth += 1
    running = thread
    return thread
  }

  /// New threads come after everything their creator did.
  private func meet(_ decision: Decision) {
    for index in 0..<decision.count {
      let thread = Int(decision.enabled[index])
      let bit: UInt64 = 1 << UInt64(thread)
      let isKnown = known & bit != 0
      if isKnown {
        // The id of one who ended before time passed may be another's now.
        guard decision.operations[thread].flags.contains(.fresh), unstarted & bit == 0 else {
          continue
        }
      }
      known |= bit
      unstarted |= bit
      let own = threadClocks + thread * Self.width
      // What stands there for a thread that is new is left from earlier schedules and strategies.
      let ordinal = isKnown ? own[thread] : 0
      own.update(from: threadClocks + running * Self.width, count: Self.width)
      own[thread] = max(ordinal, own[thread])
      join(own, settledClock)
    }
  }

  /// Takes the step: looks for races, then orders it after what it conflicts with.
  private func perform(_ thread: Int, _ operations: UnsafePointer<Operation>) {
    let operation = operations[thread]
    unstarted &= ~(1 << UInt64(thread))
    let before = nodes[depth].sleep | nodes[depth].done
    var asleep: UInt64 = 0
    var rest = before & ~(1 << UInt64(thread))
    while rest != 0 {
      let other = rest.trailingZeroBitCount
      rest &= rest - 1
      if !operations[other].conflicts(with: operation) { asleep |= 1 << UInt64(other) }
    }
    sleeping = asleep
    sleepingTouching = asleep & nodes[depth].touching
    if sleepingTouching != 0 { takeMasks(from: depth) }
    current = depth
    let ordinal = threadClocks[thread * Self.width + thread] + 1
    nodes[depth].operation = operation
    nodes[depth].ordinal = ordinal
    if depth >= freshFrom { findRaces(thread, operation) }
    order(thread, operation)
    threadClocks[thread * Self.width + thread] = ordinal
    (eventClocks + depth * Self.width).update(
      from: threadClocks + thread * Self.width, count: Self.width)
  }

  package func pick(thread: Int, count: Int) -> Int {
    if isRedundant { return 0 }
    guard depth < capacity else {
      header.pointee.overflowed = true
      return 0
    }
    if depth >= header.pointee.length {
      nodes[depth] = Node(
        operation: Operation(), enabled: 0, sleep: 0, wanted: 0, done: 0, chosen: 0,
        values: UInt16(count), previous: 0, previous2: 0, ordinal: 0)
      header.pointee.length = depth + 1
    }
    guard Int(nodes[depth].values) == count else {
      header.pointee.overflowed = true
      return 0
    }
    defer { depth += 1 }
    return Int(nodes[depth].chosen)
  }

  package func everythingSettled() {
    for thread in 0..<Self.width where known & (1 << UInt64(thread)) != 0 {
      settledClock[thread] = threadClocks[thread * Self.width + thread]
    }
    for thread in 0..<Self.width where known & (1 << UInt64(thread)) != 0 {
      join(threadClocks + thread * Self.width, settledClock)
    }
  }

  package func joined(_ thread: Int) {
    guard thread < Self.width, running < Self.width else { return }
    join(threadClocks + running * Self.width, threadClocks + thread * Self.width)
    // The step that joined is the last one; what conflicts with it must see the same.
    if depth > 0 {
      (eventClocks + (depth - 1) * Self.width).update(
        from: threadClocks + running * Self.width, count: Self.width)
    }
  }

  package func stuck(
    waiting: UnsafeBufferPointer<UInt16>, operations: UnsafePointer<Operation>
  ) {
    if isRedundant { return }
    completeStep()
    for id in waiting where Int(id) < Self.width {
      findRaces(Int(id), operations[Int(id)])
    }
  }

  package func endSchedule() -> Bool {
    if !isRedundant { completeStep() }
    if depth < header.pointee.length { header.pointee.overflowed = true }
    header.pointee.length = min(header.pointee.length, depth)
    while header.pointee.length > 0 {
      let last = header.pointee.length - 1
      let node = nodes + last
      if node.pointee.values > 0 {
        if node.pointee.chosen + 1 < node.pointee.values {
          node.pointee.chosen += 1
          return true
        }
      } else {
        node.pointee.done |= 1 << UInt64(node.pointee.chosen)
        if node.pointee.touched != 0 {
          node.pointee.touching |= 1 << UInt64(node.pointee.chosen)
          keepMask(node.pointee.touched, of: Int(node.pointee.chosen), at: last)
        }
        node.pointee.touched = 0
        let rest = node.pointee.wanted & ~node.pointee.done & ~node.pointee.sleep
        if rest != 0 {
          node.pointee.chosen = UInt16(rest.trailingZeroBitCount)
          return true
        }
      }
      header.pointee.length = last
    }
    header.pointee.finished = true
    return false
  }
}
