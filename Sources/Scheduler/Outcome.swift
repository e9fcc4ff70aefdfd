import CScheduler
import Foundation
import Records

/// What the death of a child says about the program.
struct Outcome {
  var kind = Finding.Kind.crash
  /// The same for deaths that are the same fault.
  var key = ""
  var message = ""
  var places: [Place] = []
  /// Who waits for what, where nobody can go on.
  var waits: [Wait] = []
  /// Set when the death says nothing about the program.
  var notCheckedReason: String?

  /// Returns nil when the child ended in no way worth telling.
  ///
  /// - Parameter words: Those of the trace, if there is one, so that both say the same.
  init?(report: rs_report, status: Int32, shared: SharedState, words: inout StepWording) {
    var report = report
    let reason = withUnsafeBytes(of: &report.reason) { raw in
      String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
    }
    let frames = withUnsafeBytes(of: &report.frames) { raw in
      Array(raw.bindMemory(to: UInt.self).prefix(Int(report.frame_count)))
    }
    let here = Place(
      what: "", thread: shared.threadName(Int(report.thread)),
      addresses: Addresses.inExecutable(frames))
    let lines = reason.split(separator: "\n").map(String.init)
    let summary = lines.first ?? ""
    switch rs_outcome(rawValue: report.outcome) {
    case RS_OUTCOME_DEADLOCK, RS_OUTCOME_LIVELOCK:
      let isDeadlock = report.outcome == RS_OUTCOME_DEADLOCK.rawValue
      kind = isDeadlock ? .deadlock : .livelock
      message = summary
      // That the scenario waits for its clients is no news.
      let waits = lines.dropFirst().compactMap { WaitLine($0) }.filter {
        $0.operation != RS_OP_JOIN.rawValue
          || ($0.object != 0 && shared.threadName($0.thread) != "scenario")
      }
      self.waits = waits.map { $0.record(&words, shared) }
      places = Self.cycle(self.waits)
      key =
        isDeadlock
        ? "deadlock " + waits.map { "\($0.operation)@\($0.pc)" }.sorted().joined(separator: " ")
        : "livelock"
    case RS_OUTCOME_LOCK_HELD:
      kind = .deadlock
      message = "a lock is still held when its thread is done"
      if let wait = WaitLine(lines.first ?? "") {
        places = [
          Place(
            what: "takes \(words.object(wait.object)) and never gives it back",
            thread: shared.threadName(wait.thread), addresses: Addresses.inExecutable([wait.since]))
        ]
      }
      key = "held \(places.first?.addresses ?? [])"
    case RS_OUTCOME_TRAP, RS_OUTCOME_SELF_WAIT:
      // Real systems trap rather than wait for ever; to a caller it is the same fault.
      if report.outcome == RS_OUTCOME_SELF_WAIT.rawValue { kind = .deadlock }
      message = summary
      places = [here]
      key = "trap \(summary)"
    case RS_OUTCOME_CRASH:
      message = summary.isEmpty ? Self.words(forSignal: report.signal) : summary
      if let last = Self.lastWords { message += " (\(last))" }
      places = [here]
      key = "crash \(report.signal) \(here.addresses.first ?? 0)"
    case RS_OUTCOME_UNSUPPORTED, RS_OUTCOME_OUTSIDE, RS_OUTCOME_DIVERGED:
      notCheckedReason = summary
    default:
      message =
        status & 0x7f == SIGXFSZ
        ? "the program printed more than 1 MiB and was stopped" : "the program ended itself"
      key = "exit \(status)"
    }
  }

  /// Whether a death with this key is of damaged memory.
  static func isDamage(_ key: String) -> Bool {
    [SIGABRT, SIGBUS, SIGSEGV].contains { key.hasPrefix("crash \($0) ") }
  }

  /// Who waits for what, and before that what he holds that another waits for.
  private static func cycle(_ waits: [Wait]) -> [Place] {
    waits.flatMap { wait -> [Place] in
      var held: [String] = []
      var places: [Place] = []
      for other in waits where other.holder == wait.place.thread && other.since != nil {
        guard let object = other.object, !held.contains(object), var since = other.since else {
          continue
        }
        held.append(object)
        since.what = "holds \(object), taken"
        places.append(since)
      }
      return places + [wait.place]
    }
  }

  /// What Swift printed before it trapped, such as "Fatal error: Index out of range".
  private static var lastWords: String? {
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer in
      let count = rs_output_tail(buffer.baseAddress, buffer.count)
      return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    return text.split(separator: "\n").last { line in
      ["Fatal error", "Precondition failed", "Assertion failed"].contains { line.contains($0) }
    }.map { withoutAddresses($0) }
  }

  /// Addresses differ from run to run, and say nothing to whoever reads them.
  private static func withoutAddresses(_ line: Substring) -> String {
    line.split(separator: " ", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("0x") }.joined(separator: " ")
  }

  private static func words(forSignal signal: UInt8) -> String {
    switch signal {
    case 4, 5: "the program stopped at a trap: a failed precondition, an overflow or a nil"
    case 6: "the program aborted"
    case 7, 11: "the program used memory that is not its own"
    case 8: "the program divided by zero"
    default: "the program was stopped by signal \(signal)"
    }
  }
}

/// One line of the runtime's report on who waits for what.
struct WaitLine {
  var thread = 0
  var operation: UInt8 = 0
  var pc: UInt = 0
  var object: UInt32 = 0
  var holder: Int?
  var since: UInt = 0

  init?(_ line: String) {
    guard line.hasPrefix("thread=") else { return nil }
    for field in line.split(separator: " ") {
      let parts = field.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { continue }
      switch parts[0] {
      case "thread": thread = Int(parts[1]) ?? 0
      case "op": operation = UInt8(parts[1]) ?? 0
      case "pc": pc = UInt(parts[1].dropFirst(2), radix: 16) ?? 0
      case "object": object = UInt32(parts[1]) ?? 0
      case "holder": holder = Int(parts[1])
      case "since": since = UInt(parts[1].dropFirst(2), radix: 16) ?? 0
      default: break
      }
    }
  }

  /// The same for the outside.
  func record(_ words: inout StepWording, _ shared: SharedState) -> Wait {
    let here = shared.threadName(thread)
    let name = object == 0 ? nil : words.object(object)
    var what = "waits" + (name.map { " to \(StepWording.verb(operation)) \($0)" } ?? "")
    if name == nil { what += ": \(StepWording.verb(operation))" }
    if let name, operation == RS_OP_COND_WAKE.rawValue {
      what = "waits for a signal, to take \(name) again"
    }
    let holder = name == nil ? nil : self.holder
    if let holder {
      what +=
        holder == thread ? ", which it holds itself" : ", held by \(shared.threadName(holder))"
    }
    return Wait(
      place: Place(what: what, thread: here, addresses: Addresses.inExecutable([pc])), object: name,
      holder: holder.map { shared.threadName($0) },
      since: holder.map {
        Place(
          what: "", thread: shared.threadName($0), addresses: Addresses.inExecutable([since]))
      })
  }
}
