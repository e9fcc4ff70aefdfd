import CScheduler
import KataKit
import Records

/// What is due at some later time.
enum StillScheduled {
  /// Timers that tick, blocks that wait, tasks and threads that sleep; the line that made each is known
  /// while a schedule is traced.
  static func list() -> [Place] {
    let roots = withUnsafeTemporaryAllocation(of: rs_root.self, capacity: 256) { room in
      Array(room.prefix(rs_roots(room.baseAddress, room.count)))
    }
    var places = roots.filter { !$0.cancelled }.map { root in
      Place(what: words(root), thread: "", addresses: Addresses.inExecutable([root.pc]))
    }
    for node in RetainGraph()?.nodes ?? [] {
      guard case .timer(true) = node.kind else { continue }
      places.append(
        Place(
          what: "a run-loop timer that is still valid, made", thread: "",
          addresses: Addresses.inExecutable([node.block.pc])))
    }
    return places
  }

  private static func words(_ root: rs_root) -> String {
    let time = RetainGraph.seconds(root.due)
    return switch root.kind {
    case RS_ROOT_SOURCE: "a dispatch timer that ticks next at \(time), made"
    case RS_ROOT_AFTER: "a block that runs at \(time), asked for"
    case RS_ROOT_TASK: "a task that sleeps until \(time)"
    default: "a thread that sleeps until \(time)"
    }
  }
}
