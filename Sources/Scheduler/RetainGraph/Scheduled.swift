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
    let graph = RetainGraph()
    var places = roots.filter { !$0.cancelled && $0.due > 0 }.map { root in
      Place(
        what: what(root), thread: "",
        addresses: root.kind == RS_ROOT_TASK
          ? graph?.sleeper(until: root)?.madeAt ?? [] : Addresses.inExecutable([root.pc]),
        origin: origin(root))
    }
    for node in graph?.nodes ?? [] {
      guard case .timer(.scheduled) = node.kind else { continue }
      places.append(
        Place(
          what: "a run-loop timer that is still valid", thread: "", addresses: node.block.madeAt,
          origin: "made"))
    }
    return places
  }

  private static func origin(_ root: rs_root) -> String {
    switch root.kind {
    case RS_ROOT_SOURCE, RS_ROOT_TASK: "made"
    case RS_ROOT_AFTER: "asked for"
    default: "it sleeps"
    }
  }

  private static func what(_ root: rs_root) -> String {
    let time = RetainGraph.seconds(root.due)
    return switch root.kind {
    case RS_ROOT_SOURCE: "a dispatch timer that ticks next at \(time)"
    case RS_ROOT_AFTER: "a block that runs at \(time)"
    case RS_ROOT_TASK: "a task that sleeps until \(time)"
    default: "a thread that sleeps until \(time)"
    }
  }
}

extension RetainGraph {
  /// The task that sleeps until something is due.
  fileprivate func sleeper(until due: rs_root) -> rs_memory? {
    for node in nodes.indices {
      guard case .task = nodes[node].kind, sleep(of: node)?.object == due.object else { continue }
      return nodes[node].block
    }
    return nil
  }
}
