import CScheduler

/// Words for steps. Objects are numbered by kind in the order in which the trace meets them.
struct StepWording {
  private let shared: SharedState
  private var numbers: [UInt32: Int] = [:]
  private var counts: [UInt8: Int] = [:]

  init(shared: SharedState) {
    self.shared = shared
  }

  /// What a step does: "lock mutex 1".
  mutating func what(_ step: rs_step) -> String {
    if step.op == RS_OP_MARK { return shared.mark(Int(step.value)) }
    let failed = step.has_value & 4 != 0 ? " (fails)" : ""
    guard step.object != 0 else { return Self.verb(step.op.rawValue) + failed }
    return "\(Self.verb(step.op.rawValue)) \(object(step.object))" + failed
  }

  /// The value that was read or written.
  func detail(_ step: rs_step) -> String? {
    guard step.has_value & 1 != 0 else { return step.has_value & 8 != 0 ? "paused here" : nil }
    let value = Int64(bitPattern: step.value)
    if step.op == RS_OP_TIME {
      let seconds = (Double(value) / 100_000).rounded() / 10_000
      return "it is \(seconds) s"
    }
    if step.has_value & 8 != 0 { return "\(value), paused here" }
    // Pointers would differ from run to run.
    return value > -(1 << 32) && value < 1 << 32 ? "\(value)" : nil
  }

  /// An object by kind and number, with its label if it has one.
  mutating func object(_ id: UInt32) -> String {
    let kind = shared.objectKind(id)
    let number =
      numbers[id]
      ?? {
        counts[kind, default: 0] += 1
        numbers[id] = counts[kind]
        return counts[kind]!
      }()
    let name = shared.objectName(id)
    return name.isEmpty ? "\(Self.noun(kind)) \(number)" : "\(Self.noun(kind)) \(name)"
  }

  static func noun(_ kind: UInt8) -> String {
    let nouns = [
      "object", "mutex", "read-write lock", "condition", "semaphore", "barrier", "spin lock",
      "one-time block",
      "lock", "atomic", "memory", "thread", "queue", "group", "semaphore", "work item", "source",
      "descriptor", "object", "file",
    ]
    return Int(kind) < nouns.count ? nouns[Int(kind)] : "object"
  }

  static func verb(_ operation: UInt8) -> String {
    let verbs = [
      "", "start", "end", "join", "lock", "try to lock", "unlock", "lock for reading",
      "try to lock for reading", "lock for writing", "try to lock for writing", "unlock",
      "wait on", "wake with", "signal", "broadcast", "wait for", "try to wait for", "signal",
      "look at", "arrive at", "run", "give way", "sleep", "wake", "wait on", "wake waiters of",
      "lock", "unlock", "load", "store", "update", "fence", "read", "write", "submit to",
      "submit a barrier to", "enter", "enter as a barrier", "take work from", "finish work of",
      "suspend", "resume", "enter", "leave", "wait for", "ask to be notified by", "wait for",
      "signal",
      "cancel", "wait for", "change", "apply on", "time passes", "choose", "note", "use",
      "call a library that locks", "hand over a task by", "tell", "read", "write", "remove",
      "ask a weak reference to", "let go of",
    ]
    return Int(operation) < verbs.count ? verbs[Int(operation)] : "step"
  }
}

extension SharedState {
  /// Who made a step: the Swift task if there is one, since it may go from thread to thread.
  func actorName(_ step: rs_step) -> String {
    if step.op == RS_OP_TIME { return "time" }
    guard step.task > 0, step.task < UInt16(RS_SHARED_TASKS) else {
      return threadName(Int(step.thread))
    }
    return fixedText(&c.pointee.task_names, index: Int(step.task), width: 32)
  }

  func threadName(_ id: Int) -> String {
    guard id < Int(c.pointee.thread_count), id < Int(RS_SHARED_THREADS) else {
      return "thread \(id)"
    }
    let name = fixedText(&c.pointee.thread_names, index: id, width: 32)
    let isOne = id == 0 || name.hasPrefix("client") || name == "scenario"
    return isOne ? name : "\(name) \(id)"
  }

  func objectKind(_ id: UInt32) -> UInt8 {
    guard id < c.pointee.object_count, id < UInt32(RS_SHARED_OBJECTS) else { return 0 }
    return withUnsafeBytes(of: &c.pointee.object_kinds) { $0[Int(id)] }
  }

  func objectName(_ id: UInt32) -> String {
    guard id < c.pointee.object_count, id < UInt32(RS_SHARED_OBJECTS) else { return "" }
    return fixedText(&c.pointee.object_names, index: Int(id), width: 48)
  }

  /// What the harness remarked.
  func mark(_ index: Int) -> String {
    guard index < Int(c.pointee.mark_count), index < Int(RS_SHARED_MARKS) else { return "" }
    return fixedText(&c.pointee.marks, index: index, width: 96)
  }

  private func fixedText<Table>(_ table: inout Table, index: Int, width: Int) -> String {
    withUnsafeBytes(of: &table) { raw in
      let row = raw[(index * width)..<((index + 1) * width)]
      return String(decoding: row.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
